export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service is running */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service can read its dataset */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of California
         * @description You can combine all parameters. A record must match all of them. If every id belongs to Texas, the answer is the list of /api/tx/sales-tax/allocations.
         */
        get: operations["list_ca_allocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the payments of California's jurisdictions in one month with the year before
         * @description One record for each jurisdiction with a datapoint in the month or in one of the 24 months before it, or for each group of them. A sum of a group has all payments that its members got in its months. A change of a group is like for like: that of the members with every payment of both years.
         */
        get: operations["compare_ca_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of Texas
         * @description You can combine all parameters. A record must match all of them.
         */
        get: operations["list_tx_allocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tx/sales-tax-allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of Texas
         * @description The same list as /api/tx/sales-tax/allocations.
         */
        get: operations["list_tx_allocations_2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax-allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of Texas
         * @description The same list as /api/tx/sales-tax/allocations.
         */
        get: operations["list_tx_allocations_3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the payments of Texas's jurisdictions in one month with the year before
         * @description One record for each jurisdiction with a datapoint in the month or in one of the 24 months before it, or for each group of them. A sum of a group has all payments that its members got in its months. A change of a group is like for like: that of the members with every payment of both years.
         */
        get: operations["compare_tx_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of Illinois
         * @description You can combine all parameters. A record must match all of them.
         */
        get: operations["list_il_allocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the payments of Illinois's jurisdictions in one month with the year before
         * @description One record for each jurisdiction with a datapoint in the month or in one of the 24 months before it, or for each group of them. A sum of a group has all payments that its members got in its months. A change of a group is like for like: that of the members with every payment of both years.
         */
        get: operations["compare_il_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jurisdictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find jurisdictions and their ids
         * @description You can combine all parameters. The list is sorted by name, then by id. With q, the order is: ids and codes, whole names, whole former names, names that begin with the text, names that contain it, former names that begin with it or contain it.
         */
        get: operations["list_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jurisdictions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one jurisdiction */
        get: operations["show_jurisdiction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what is loaded of each state, what is expected or missing, and the newest runs */
        get: operations["show_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add up California's jurisdictions month by month, and compare with the year before
         * @description One record for each month, newest first: the sum of all jurisdictions of the filter, as the comparison of that month gives it. A sum has all payments that the members got in its months, so it is the sum of their values. A change is like for like: that of the members with every payment of both years.
         */
        get: operations["add_up_ca_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add up Texas's jurisdictions month by month, and compare with the year before
         * @description One record for each month, newest first: the sum of all jurisdictions of the filter, as the comparison of that month gives it. A sum has all payments that the members got in its months, so it is the sum of their values. A change is like for like: that of the members with every payment of both years.
         */
        get: operations["add_up_tx_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add up Illinois's jurisdictions month by month, and compare with the year before
         * @description One record for each month, newest first: the sum of all jurisdictions of the filter, as the comparison of that month gives it. A sum has all payments that the members got in its months, so it is the sum of their values. A change is like for like: that of the members with every payment of both years.
         */
        get: operations["add_up_il_jurisdictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jurisdictions/{id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the reports and rows that the figures of a jurisdiction came from, newest month first */
        get: operations["list_sources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jurisdictions/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each month of a jurisdiction with the year before, newest month first
         * @description One record for each datapoint. A sum is null if one of its months is missing. Percentages have means of their quarter ends instead of sums.
         */
        get: operations["analyze_jurisdiction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the figures that changed, newest first
         * @description You can combine all parameters. A new record is not a revision: use updated_since or since_version of the lists to find it.
         */
        get: operations["list_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the checks found: errors, then warnings, then infos
         * @description You can combine all parameters. Within a severity, the list is sorted by state, then by newest month. A finding stays in the list until a run no longer finds it.
         */
        get: operations["list_findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed since a version of the dataset, the most important first
         * @description Compares two versions of the dataset: a figure that changed twice is one change, and one that changed back is none. The order: new months, reports, restated and removed figures, the largest difference of the payment first, then jurisdictions and figures that were missing. /api/revisions lists every single change of a figure.
         */
        get: operations["list_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AnalyzedMonth: {
            /**
             * Format: date
             * @description Month in which the money was released
             * @example 2024-05-01
             */
            allocation_period: string;
            /**
             * @description The fiscal year of the allocation period
             * @example 2023-24
             * @example 2024
             */
            fiscal_year: string;
            /** @description The figure of the month. null if unknown */
            value: number | null;
            /** @description The figure of the month, a year before. null if unknown */
            year_ago: number | null;
            /** @description Change of the figure of the month from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            change: number | null;
            /** @description The sum of the calendar year so far. null if unknown */
            year_to_date: number | null;
            /** @description The sum of the calendar year so far, a year before. null if unknown */
            year_to_date_ago: number | null;
            /** @description Change of the sum of the calendar year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            year_to_date_change: number | null;
            /** @description The sum of the fiscal year so far. null if unknown */
            fiscal_year_to_date: number | null;
            /** @description The sum of the fiscal year so far, a year before. null if unknown */
            fiscal_year_to_date_ago: number | null;
            /** @description Change of the sum of the fiscal year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            fiscal_year_to_date_change: number | null;
            /** @description The sum of the twelve months that end here. null if unknown */
            rolling_year: number | null;
            /** @description The sum of the twelve months that end here, a year before. null if unknown */
            rolling_year_ago: number | null;
            /** @description Change of the sum of the twelve months that end here from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            rolling_year_change: number | null;
            /** @description Share of the sum of all jurisdictions of the same type in the county, as a fraction. null for percentages, or if the county is unknown */
            share_of_county: number | null;
            /** @description Share of the sum of all jurisdictions of the same type in the state, as a fraction. null for percentages */
            share_of_state: number | null;
            /** @description Rank by this figure in the state and type: 1 is the largest. null for percentages */
            rank: number | null;
            /** @description How many jurisdictions of the type have the figure in this month */
            ranked: number | null;
            /** @description The sum of the quarter that this month settles. null in other months */
            quarter_total: number | null;
            /** @description The sum of that quarter a year before */
            quarter_total_ago: number | null;
            /** @description Change of the sum of the quarter, as a fraction */
            quarter_total_change: number | null;
            /** @description Why `change` is doubtful: the checks doubt one of its two payments. null if not */
            doubt: {
                /**
                 * Format: date
                 * @description The month of the doubted payment: this one, or the one a year before
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * @description The code of the finding
                 * @example unusual-payment
                 */
                code: string;
                /** @description What the checks found */
                text: string;
            } | null;
        };
        Change: {
            /**
             * @description new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. ended_jurisdiction: no record in the newest month. held_report: a report that waits for a review now
             * @enum {string}
             */
            change: "new_month" | "held_report" | "withdrawn_report" | "restated_figure" | "removed_figure" | "ended_jurisdiction" | "new_jurisdiction" | "new_figure";
            /** @enum {string} */
            state: "ca" | "tx" | "il";
            /**
             * Format: date
             * @description The month. The first one of a new jurisdiction, the last one of an ended jurisdiction or a report
             * @example 2024-05-01
             */
            allocation_period: string | null;
            /** @description null if the change is about several jurisdictions, or about a report */
            jurisdiction: {
                id: number;
                /** @description null if the jurisdiction is no longer in the dataset */
                name: string | null;
                type: ("city" | "county" | "transit" | "special_district") | null;
                county: string | null;
            } | null;
            /**
             * @description The field of the figures
             * @example net_payment
             */
            field: string | null;
            /** @description The figure in that version, in the unit of the field */
            before: number | null;
            /** @description The figure now, in the unit of the field. For an ended jurisdiction, its last figure */
            after: number | null;
            /** @description The sum of the field over the new records or figures. null for percentages and single figures */
            total: number | null;
            /** @description The number of new records or figures. null for single ones */
            jurisdictions: number | null;
            /** @description The report of the change. null if there are several, or none */
            report: {
                sha256: string;
                file_name: string;
                kind: string;
                /** Format: date-time */
                received_at: string;
            } | null;
            /** @description Why a report is held or was withdrawn */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the newest run that changed it finished; when a report was held or withdrawn
             */
            at: string;
        };
        ComparisonLine: {
            /** @description Rank by value among all records of the comparison: 1 is the largest */
            rank: number | null;
            /** @description null for a group */
            jurisdiction: {
                /** @example 60019050 */
                id: number;
                /** @example Los Angeles */
                name: string;
                type: ("city" | "county" | "transit" | "special_district") | null;
                county: string | null;
            } | null;
            /** @description The county, type or state of a group. null for a jurisdiction, and for the group of those whose county or type is unknown */
            group: string | null;
            /** @description Jurisdictions with a datapoint in the month or in one of the 24 months before it */
            members: number;
            /** @description Members without a value in the month. A jurisdiction without a datapoint in the newest thirteen months of the state has ended with its last one. It is not missing after that */
            missing: number;
            /** @description The figure of the month. null if unknown */
            value: number | null;
            /** @description The figure of the month, a year before. null if unknown */
            year_ago: number | null;
            /** @description Change of the figure of the month from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            change: number | null;
            /** @description The sum of the calendar year so far. null if unknown */
            year_to_date: number | null;
            /** @description The sum of the calendar year so far, a year before. null if unknown */
            year_to_date_ago: number | null;
            /** @description Change of the sum of the calendar year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            year_to_date_change: number | null;
            /** @description The sum of the fiscal year so far. null if unknown */
            fiscal_year_to_date: number | null;
            /** @description The sum of the fiscal year so far, a year before. null if unknown */
            fiscal_year_to_date_ago: number | null;
            /** @description Change of the sum of the fiscal year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            fiscal_year_to_date_change: number | null;
            /** @description The sum of the twelve months that end here. null if unknown */
            rolling_year: number | null;
            /** @description The sum of the twelve months that end here, a year before. null if unknown */
            rolling_year_ago: number | null;
            /** @description Change of the sum of the twelve months that end here from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            rolling_year_change: number | null;
            /** @description Why `change` is doubtful: the checks doubt one of its two payments. null if not */
            doubt: {
                /**
                 * Format: date
                 * @description The month of the doubted payment: this one, or the one a year before
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * @description The code of the finding
                 * @example unusual-payment
                 */
                code: string;
                /** @description What the checks found */
                text: string;
            } | null;
            /** @description Payments that are missing in the figure of the month, a year before */
            missing_ago?: number;
            /** @description Difference of the figure of the month and the one a year before, with all members */
            difference?: number | null;
            /** @description The figure of the month, of the members that have every payment now and a year before */
            like_for_like?: number | null;
            /** @description The like-for-like sum for the figure of the month, a year before */
            like_for_like_ago?: number | null;
            /** @description Members that the change of the figure of the month leaves out, because they lack one of its payments. null if one of the two sums is */
            left_out?: number | null;
            /** @description Payments that are missing in the sum of the calendar year so far */
            year_to_date_missing?: number;
            /** @description Payments that are missing in the sum of the calendar year so far, a year before */
            year_to_date_missing_ago?: number;
            /** @description Difference of the sum of the calendar year so far and the one a year before, with all members */
            year_to_date_difference?: number | null;
            /** @description The sum of the calendar year so far, of the members that have every payment now and a year before */
            year_to_date_like_for_like?: number | null;
            /** @description The like-for-like sum for the sum of the calendar year so far, a year before */
            year_to_date_like_for_like_ago?: number | null;
            /** @description Members that the change of the sum of the calendar year so far leaves out, because they lack one of its payments. null if one of the two sums is */
            year_to_date_left_out?: number | null;
            /** @description Payments that are missing in the sum of the fiscal year so far */
            fiscal_year_to_date_missing?: number;
            /** @description Payments that are missing in the sum of the fiscal year so far, a year before */
            fiscal_year_to_date_missing_ago?: number;
            /** @description Difference of the sum of the fiscal year so far and the one a year before, with all members */
            fiscal_year_to_date_difference?: number | null;
            /** @description The sum of the fiscal year so far, of the members that have every payment now and a year before */
            fiscal_year_to_date_like_for_like?: number | null;
            /** @description The like-for-like sum for the sum of the fiscal year so far, a year before */
            fiscal_year_to_date_like_for_like_ago?: number | null;
            /** @description Members that the change of the sum of the fiscal year so far leaves out, because they lack one of its payments. null if one of the two sums is */
            fiscal_year_to_date_left_out?: number | null;
            /** @description Payments that are missing in the sum of the twelve months that end here */
            rolling_year_missing?: number;
            /** @description Payments that are missing in the sum of the twelve months that end here, a year before */
            rolling_year_missing_ago?: number;
            /** @description Difference of the sum of the twelve months that end here and the one a year before, with all members */
            rolling_year_difference?: number | null;
            /** @description The sum of the twelve months that end here, of the members that have every payment now and a year before */
            rolling_year_like_for_like?: number | null;
            /** @description The like-for-like sum for the sum of the twelve months that end here, a year before */
            rolling_year_like_for_like_ago?: number | null;
            /** @description Members that the change of the sum of the twelve months that end here leaves out, because they lack one of its payments. null if one of the two sums is */
            rolling_year_left_out?: number | null;
        };
        Error: {
            /** @description What is wrong and what to do */
            message: string;
            /** @description The errors of each wrong parameter. Empty if all parameters are right */
            errors: {
                [key: string]: string[];
            };
            /** @description With status 500 and 503: the id of this request in the log of the service */
            request_id?: string;
        };
        Finding: {
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /**
             * @description docs/reference/findings.md lists the codes
             * @example total-jump
             */
            code: string;
            /** @description What happened */
            text: string;
            /** @description What to do. Empty if there is nothing to do */
            advice: string;
            /** @description The figures and names in the text. Amounts are in cents */
            facts: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            state: "ca" | "tx" | "il";
            /** @description null if the finding is about a report, a row without a code, or the whole state */
            jurisdiction: {
                id: number;
                name: string;
                type: ("city" | "county" | "transit" | "special_district") | null;
                county: string | null;
            } | null;
            /**
             * Format: date
             * @description null if the finding is about a report or a row without a month
             */
            allocation_period: string | null;
            /** @description The report that shows it. null if there is none */
            report: {
                sha256: string;
                file_name: string;
            } | null;
            /** @description null if the format has no sheets */
            sheet: string | null;
            /** @description Row number in the report, from 1 */
            row: number | null;
            /** @description Header of the column, or name of the field */
            column: string | null;
        };
        Jurisdiction: {
            /**
             * @description Never changes
             * @example 60019050
             */
            id: number;
            /** @example Los Angeles */
            name: string;
            /**
             * @description The name in lower case, with hyphens between words
             * @example los-angeles
             */
            slug: string;
            /** @enum {string} */
            state: "ca" | "tx" | "il";
            /** @description null if no report names the type */
            type: ("city" | "county" | "transit" | "special_district") | null;
            /**
             * @description A fraction: 0.0775 is 7.75 %. null if unknown
             * @example 0.0775
             */
            sales_tax_rate: number | null;
            /** @description The code that the state gives the jurisdiction: text or an integer, as in the records of the state */
            sales_tax_id: string | number;
            /**
             * @description The county of the jurisdiction, without "County". null if unknown
             * @example Los Angeles
             */
            county: string | null;
            /**
             * Format: date
             * @description First allocation period in the dataset. null without records
             * @example 2018-06-01
             */
            first_period: string | null;
            /**
             * Format: date
             * @description Last allocation period in the dataset. null without records
             * @example 2026-10-01
             */
            last_period: string | null;
            /** @description The former name that matches q. Present only if no other name matches */
            former_name?: string;
        };
        MonthTotal: {
            /**
             * Format: date
             * @description Month in which the money was released
             * @example 2024-05-01
             */
            allocation_period: string;
            /**
             * @description The fiscal year of the allocation period
             * @example 2023-24
             * @example 2024
             */
            fiscal_year: string;
            /** @description Jurisdictions with a datapoint in the month or in one of the 24 months before it */
            members: number;
            /** @description Members without a value in the month. A jurisdiction without a datapoint in the newest thirteen months of the state has ended with its last one. It is not missing after that */
            missing: number;
            /** @description The figure of the month. null if unknown */
            value: number | null;
            /** @description The figure of the month, a year before. null if unknown */
            year_ago: number | null;
            /** @description Change of the figure of the month from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            change: number | null;
            /** @description The sum of the calendar year so far. null if unknown */
            year_to_date: number | null;
            /** @description The sum of the calendar year so far, a year before. null if unknown */
            year_to_date_ago: number | null;
            /** @description Change of the sum of the calendar year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            year_to_date_change: number | null;
            /** @description The sum of the fiscal year so far. null if unknown */
            fiscal_year_to_date: number | null;
            /** @description The sum of the fiscal year so far, a year before. null if unknown */
            fiscal_year_to_date_ago: number | null;
            /** @description Change of the sum of the fiscal year so far from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            fiscal_year_to_date_change: number | null;
            /** @description The sum of the twelve months that end here. null if unknown */
            rolling_year: number | null;
            /** @description The sum of the twelve months that end here, a year before. null if unknown */
            rolling_year_ago: number | null;
            /** @description Change of the sum of the twelve months that end here from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like. null if unknown */
            rolling_year_change: number | null;
            /** @description Payments that are missing in the figure of the month, a year before */
            missing_ago: number;
            /** @description Difference of the figure of the month and the one a year before, with all members */
            difference: number | null;
            /** @description The figure of the month, of the members that have every payment now and a year before */
            like_for_like: number | null;
            /** @description The like-for-like sum for the figure of the month, a year before */
            like_for_like_ago: number | null;
            /** @description Members that the change of the figure of the month leaves out, because they lack one of its payments. null if one of the two sums is */
            left_out: number | null;
            /** @description Payments that are missing in the sum of the calendar year so far */
            year_to_date_missing: number;
            /** @description Payments that are missing in the sum of the calendar year so far, a year before */
            year_to_date_missing_ago: number;
            /** @description Difference of the sum of the calendar year so far and the one a year before, with all members */
            year_to_date_difference: number | null;
            /** @description The sum of the calendar year so far, of the members that have every payment now and a year before */
            year_to_date_like_for_like: number | null;
            /** @description The like-for-like sum for the sum of the calendar year so far, a year before */
            year_to_date_like_for_like_ago: number | null;
            /** @description Members that the change of the sum of the calendar year so far leaves out, because they lack one of its payments. null if one of the two sums is */
            year_to_date_left_out: number | null;
            /** @description Payments that are missing in the sum of the fiscal year so far */
            fiscal_year_to_date_missing: number;
            /** @description Payments that are missing in the sum of the fiscal year so far, a year before */
            fiscal_year_to_date_missing_ago: number;
            /** @description Difference of the sum of the fiscal year so far and the one a year before, with all members */
            fiscal_year_to_date_difference: number | null;
            /** @description The sum of the fiscal year so far, of the members that have every payment now and a year before */
            fiscal_year_to_date_like_for_like: number | null;
            /** @description The like-for-like sum for the sum of the fiscal year so far, a year before */
            fiscal_year_to_date_like_for_like_ago: number | null;
            /** @description Members that the change of the sum of the fiscal year so far leaves out, because they lack one of its payments. null if one of the two sums is */
            fiscal_year_to_date_left_out: number | null;
            /** @description Payments that are missing in the sum of the twelve months that end here */
            rolling_year_missing: number;
            /** @description Payments that are missing in the sum of the twelve months that end here, a year before */
            rolling_year_missing_ago: number;
            /** @description Difference of the sum of the twelve months that end here and the one a year before, with all members */
            rolling_year_difference: number | null;
            /** @description The sum of the twelve months that end here, of the members that have every payment now and a year before */
            rolling_year_like_for_like: number | null;
            /** @description The like-for-like sum for the sum of the twelve months that end here, a year before */
            rolling_year_like_for_like_ago: number | null;
            /** @description Members that the change of the sum of the twelve months that end here leaves out, because they lack one of its payments. null if one of the two sums is */
            rolling_year_left_out: number | null;
        };
        Overview: {
            /** @description As in the header Dataset-Version */
            version: string;
            /** @description When the version was made. null before the first run */
            updated_at: string | null;
            program_version: string;
            states: components["schemas"]["StateOverview"][];
            /** @description The newest runs that changed the dataset, at most 20, newest first */
            runs: {
                id: number;
                command: string;
                /** Format: date-time */
                at: string;
                version: string;
                /** @description null once the details of the run are deleted */
                summary: string | null;
            }[];
        };
        Revision: {
            /** @description Later revisions have higher ids */
            id: number;
            /**
             * Format: date-time
             * @description When the run that made the revision finished
             */
            revised_at: string;
            run_id: number;
            /** @enum {string} */
            state: "ca" | "tx" | "il";
            jurisdiction: {
                id: number;
                /** @description null if the jurisdiction is no longer in the dataset */
                name: string | null;
            };
            /**
             * Format: date
             * @example 2024-05-01
             */
            allocation_period: string;
            /**
             * @description The field that changed. "derived": deltas, trends or ytd of the record changed. "datapoint": the record was removed
             * @example net_payment
             */
            field: string;
            /** @description In the unit of the field. null if there was no figure */
            before: number | null;
            /** @description In the unit of the field. null if the figure was removed */
            after: number | null;
            /** @description The report that now gives the figure. If none does, the report of the record. null if the record was removed */
            report: {
                sha256: string;
                file_name: string;
            } | null;
        };
        Sources: {
            /**
             * Format: date
             * @example 2024-05-01
             */
            allocation_period: string;
            /** @description The rows that the record is merged from, at most one of each kind */
            sources: {
                /**
                 * @description The report kind
                 * @example ca/monthly-statement
                 */
                kind: string;
                report: {
                    /** @description The name of the file when it was received */
                    file_name: string;
                    /** @description Hash of the bytes. The archive stores the file under this name */
                    sha256: string;
                    /** Format: date-time */
                    received_at: string;
                    /** @description Where the report was downloaded from. null if a person supplied the file */
                    origin: {
                        url: string;
                        /** Format: date-time */
                        fetched_at: string;
                        status: number | null;
                        etag: string | null;
                        last_modified: string | null;
                        bytes: number;
                        /** @constant */
                        invented?: true;
                    } | null;
                };
                /** @description null if the format has no sheets */
                sheet: string | null;
                /** @description Row number as a spreadsheet shows it, from 1. In JSON, the number of the record */
                row: number;
                /**
                 * @description The fields of the record that come from this row
                 * @example [
                 *       "net_payment"
                 *     ]
                 */
                fields: string[];
                /** @description The printed lines that add up to the row. Present only if the kind prints several lines for one month */
                lines?: {
                    sheet: string | null;
                    row: number;
                    /** @description The values that distinguish the lines */
                    labels: {
                        [key: string]: string | null;
                    };
                    /** @description Amounts in dollars */
                    figures: {
                        [key: string]: number;
                    };
                }[];
            }[];
            /** @description Fields whose figure comes from the register of corrections instead of these rows */
            corrected: string[];
        };
        StateOverview: {
            /** @enum {string} */
            state: "ca" | "tx" | "il";
            name: string;
            /** @description The field to show if there is room for one: the payment */
            headline: string;
            /** @description Calendar month in which fiscal years to date begin */
            fiscal_year_start: number;
            /** @description Calendar months whose payment settles a quarter. Fields of quarter ends have a figure only in these */
            quarter_ends: number[];
            has_counties: boolean;
            counties: string[];
            /** @description Types that the jurisdictions have */
            types: ("city" | "county" | "transit" | "special_district")[];
            fields: {
                name: string;
                label: string;
                /** @enum {string} */
                unit: "amount" | "percent";
                /** @description The field is 0 in all other months */
                quarter_end_only: boolean;
            }[];
            first_period: string | null;
            last_period: string | null;
            jurisdictions: number;
            /** @description The newest month. null without records */
            newest: {
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                allocation_period: string;
                /** @description Sum of the headline field in dollars */
                total: number | null;
                /** @description Sum of the headline field in dollars */
                year_ago: number | null;
                /** @description Like for like, as a fraction: 0.05 is +5 % */
                change: number | null;
                sum: components["schemas"]["MonthTotal"];
                /** @description Jurisdictions with a record of the month */
                jurisdictions: number;
            } | null;
            /** @description Newest first */
            months: {
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                allocation_period: string;
                jurisdictions: number;
                /** @description Sum of the headline field in dollars */
                total: number | null;
                /** @description By report kind, whether a report of the month is loaded */
                reports: {
                    [key: string]: boolean;
                };
            }[];
            /** @description Reports that are due and later than all loaded ones */
            expected: {
                /**
                 * @description The report kind
                 * @example ca/monthly-statement
                 */
                kind: string;
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                due: string;
            }[];
            /** @description Reports that are missing between loaded ones */
            missing: {
                /**
                 * @description The report kind
                 * @example ca/monthly-statement
                 */
                kind: string;
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                allocation_period: string;
            }[];
            /** @description Reports that wait for a person to accept or reject them */
            held: {
                sha256: string;
                file_name: string;
                /**
                 * @description The report kind
                 * @example ca/monthly-statement
                 */
                kind: string;
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                first_period: string;
                /**
                 * Format: date
                 * @example 2026-10-01
                 */
                last_period: string;
                /** Format: date-time */
                at: string;
                doubts: string[];
            }[];
            findings: {
                error: number;
                warning: number;
                info: number;
            };
            /** @description Whether some loaded reports of the state are a sample: their places and figures are invented */
            has_invented: boolean;
        };
        analysis_page: {
            data: components["schemas"]["AnalyzedMonth"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
                /** @description The analyzed field */
                field: string;
                /** @description Calendar month in which the fiscal year starts */
                fiscal_year_start: number;
            };
        };
        ca_allocation: {
            dates: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
                /**
                 * @description Fiscal quarter of the sales period
                 * @example 3
                 */
                quarter: number;
            };
            jurisdiction: components["schemas"]["ca_jurisdiction"];
            /**
             * @description Net payment made to the jurisdiction, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description Amount distributed from local sales of the sales period, in dollars. null if unknown
             * @example 1428564.94
             */
            current_distributions: number | null;
            /**
             * @description Quarterly taxpayers' local and county payments advanced to the jurisdiction, in dollars. null if unknown
             * @example 1428564.94
             */
            current_advance: number | null;
            /**
             * @description Amount allocated from the county's pool, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            countywide_pool: number | null;
            /**
             * @description The jurisdiction's share of the county's pool, in percent. 0 in months that are not a quarter end. null if unknown
             * @example 12.5
             */
            countywide_pool_percentage: number | null;
            /**
             * @description Amount allocated from the state's pool, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            statewide_pool: number | null;
            /**
             * @description The jurisdiction's share of the state's pool, in percent. 0 in months that are not a quarter end. null if unknown
             * @example 12.5
             */
            statewide_pool_percentage: number | null;
            /**
             * @description Local payments allocated to the county under the sharing agreement: positive if shared away, negative if refunded, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            county_share: number | null;
            /**
             * @description Net amount advanced in the earlier months of the quarter: positive if advanced, negative if reversed, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            net_prior_allocations: number | null;
            /**
             * @description The state tax administration's cost charged to the jurisdiction: positive if charged, negative if refunded, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            administrative_cost: number | null;
            /**
             * @description Total of any other adjustments, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            other_adjustments: number | null;
            /** @description Change from the same month a year before, as a fraction: 0.05 is +5 %. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /** @example 0.0215 */
                net_payment: number | null;
                /** @example 0.0215 */
                current_distributions: number | null;
                /** @example 0.0215 */
                current_advance: number | null;
                /** @example 0.0215 */
                countywide_pool: number | null;
                /** @example 0.0215 */
                countywide_pool_percentage: number | null;
                /** @example 0.0215 */
                statewide_pool: number | null;
                /** @example 0.0215 */
                statewide_pool_percentage: number | null;
                /** @example 0.0215 */
                county_share: number | null;
                /** @example 0.0215 */
                net_prior_allocations: number | null;
                /** @example 0.0215 */
                administrative_cost: number | null;
                /** @example 0.0215 */
                other_adjustments: number | null;
            };
            /** @description Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months */
            trends: {
                /** @example 1428564.94 */
                net_payment: number | null;
                /** @example 1428564.94 */
                current_distributions: number | null;
                /** @example 1428564.94 */
                current_advance: number | null;
                /** @example 1428564.94 */
                countywide_pool: number | null;
                /** @example 12.5 */
                countywide_pool_percentage: number | null;
                /** @example 1428564.94 */
                statewide_pool: number | null;
                /** @example 12.5 */
                statewide_pool_percentage: number | null;
                /** @example 1428564.94 */
                county_share: number | null;
                /** @example 1428564.94 */
                net_prior_allocations: number | null;
                /** @example 1428564.94 */
                administrative_cost: number | null;
                /** @example 1428564.94 */
                other_adjustments: number | null;
            };
            /** @description Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing */
            ytd: {
                /** @example 1428564.94 */
                net_payment: number | null;
                /** @example 1428564.94 */
                current_distributions: number | null;
                /** @example 1428564.94 */
                current_advance: number | null;
                /** @example 1428564.94 */
                countywide_pool: number | null;
                /** @example 12.5 */
                countywide_pool_percentage: number | null;
                /** @example 1428564.94 */
                statewide_pool: number | null;
                /** @example 12.5 */
                statewide_pool_percentage: number | null;
                /** @example 1428564.94 */
                county_share: number | null;
                /** @example 1428564.94 */
                net_prior_allocations: number | null;
                /** @example 1428564.94 */
                administrative_cost: number | null;
                /** @example 1428564.94 */
                other_adjustments: number | null;
            };
        };
        ca_allocation_page: {
            data: (components["schemas"]["ca_allocation"] | components["schemas"]["ca_lean_allocation"])[];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        ca_jurisdiction: {
            /**
             * @description Never changes
             * @example 60019050
             */
            id: number;
            /** @example Los Angeles */
            name: string;
            /**
             * @description The name in lower case, with hyphens between words
             * @example los-angeles
             */
            slug: string;
            /** @constant */
            state: "ca";
            /** @description null if no report names the type */
            type: ("city" | "county" | "transit" | "special_district") | null;
            /**
             * @description A fraction: 0.0775 is 7.75 %. null if unknown
             * @example 0.0775
             */
            sales_tax_rate: number | null;
            /**
             * @description The code that the state gives the jurisdiction
             * @example 19050
             */
            sales_tax_id: string;
        };
        ca_lean_allocation: {
            dates?: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
                /**
                 * @description Fiscal quarter of the sales period
                 * @example 3
                 */
                quarter?: number;
            };
            jurisdiction?: {
                /**
                 * @description Never changes
                 * @example 60019050
                 */
                id?: number;
                /** @example Los Angeles */
                name?: string;
                /**
                 * @description The name in lower case, with hyphens between words
                 * @example los-angeles
                 */
                slug?: string;
                /** @constant */
                state?: "ca";
                /** @description null if no report names the type */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description A fraction: 0.0775 is 7.75 %. null if unknown
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives the jurisdiction
                 * @example 19050
                 */
                sales_tax_id?: string;
            };
            /**
             * @description Net payment made to the jurisdiction, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description Amount distributed from local sales of the sales period, in dollars. null if unknown
             * @example 1428564.94
             */
            current_distributions?: number | null;
            /**
             * @description Quarterly taxpayers' local and county payments advanced to the jurisdiction, in dollars. null if unknown
             * @example 1428564.94
             */
            current_advance?: number | null;
            /**
             * @description Amount allocated from the county's pool, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            countywide_pool?: number | null;
            /**
             * @description The jurisdiction's share of the county's pool, in percent. 0 in months that are not a quarter end. null if unknown
             * @example 12.5
             */
            countywide_pool_percentage?: number | null;
            /**
             * @description Amount allocated from the state's pool, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            statewide_pool?: number | null;
            /**
             * @description The jurisdiction's share of the state's pool, in percent. 0 in months that are not a quarter end. null if unknown
             * @example 12.5
             */
            statewide_pool_percentage?: number | null;
            /**
             * @description Local payments allocated to the county under the sharing agreement: positive if shared away, negative if refunded, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            county_share?: number | null;
            /**
             * @description Net amount advanced in the earlier months of the quarter: positive if advanced, negative if reversed, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            net_prior_allocations?: number | null;
            /**
             * @description The state tax administration's cost charged to the jurisdiction: positive if charged, negative if refunded, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            administrative_cost?: number | null;
            /**
             * @description Total of any other adjustments, in dollars. 0 in months that are not a quarter end. null if unknown
             * @example 1428564.94
             */
            other_adjustments?: number | null;
            deltas?: {
                /** @example 0.0215 */
                net_payment?: number | null;
                /** @example 0.0215 */
                current_distributions?: number | null;
                /** @example 0.0215 */
                current_advance?: number | null;
                /** @example 0.0215 */
                countywide_pool?: number | null;
                /** @example 0.0215 */
                countywide_pool_percentage?: number | null;
                /** @example 0.0215 */
                statewide_pool?: number | null;
                /** @example 0.0215 */
                statewide_pool_percentage?: number | null;
                /** @example 0.0215 */
                county_share?: number | null;
                /** @example 0.0215 */
                net_prior_allocations?: number | null;
                /** @example 0.0215 */
                administrative_cost?: number | null;
                /** @example 0.0215 */
                other_adjustments?: number | null;
            };
            trends?: {
                /** @example 1428564.94 */
                net_payment?: number | null;
                /** @example 1428564.94 */
                current_distributions?: number | null;
                /** @example 1428564.94 */
                current_advance?: number | null;
                /** @example 1428564.94 */
                countywide_pool?: number | null;
                /** @example 12.5 */
                countywide_pool_percentage?: number | null;
                /** @example 1428564.94 */
                statewide_pool?: number | null;
                /** @example 12.5 */
                statewide_pool_percentage?: number | null;
                /** @example 1428564.94 */
                county_share?: number | null;
                /** @example 1428564.94 */
                net_prior_allocations?: number | null;
                /** @example 1428564.94 */
                administrative_cost?: number | null;
                /** @example 1428564.94 */
                other_adjustments?: number | null;
            };
            ytd?: {
                /** @example 1428564.94 */
                net_payment?: number | null;
                /** @example 1428564.94 */
                current_distributions?: number | null;
                /** @example 1428564.94 */
                current_advance?: number | null;
                /** @example 1428564.94 */
                countywide_pool?: number | null;
                /** @example 12.5 */
                countywide_pool_percentage?: number | null;
                /** @example 1428564.94 */
                statewide_pool?: number | null;
                /** @example 12.5 */
                statewide_pool_percentage?: number | null;
                /** @example 1428564.94 */
                county_share?: number | null;
                /** @example 1428564.94 */
                net_prior_allocations?: number | null;
                /** @example 1428564.94 */
                administrative_cost?: number | null;
                /** @example 1428564.94 */
                other_adjustments?: number | null;
            };
        };
        change_page: {
            data: components["schemas"]["Change"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
                /** @description The version that the present one is compared with. null if its run is forgotten */
                since_version: string | null;
                /** @description The present version */
                version: string;
            };
        };
        comparison_page: {
            data: components["schemas"]["ComparisonLine"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
                allocation_period: string | null;
                /** @description Calendar month in which the fiscal year starts */
                fiscal_year_start: number;
                /** @description What a record is */
                group: string;
                /** @description Records whose change is doubtful. A sort by change has them after the others */
                doubtful: number;
            };
        };
        finding_page: {
            data: components["schemas"]["Finding"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        health: {
            /** @constant */
            status: "ok";
        };
        il_allocation: {
            dates: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
                /**
                 * @description Fiscal quarter of the sales period
                 * @example 3
                 */
                quarter: number;
            };
            jurisdiction: components["schemas"]["il_jurisdiction"];
            /**
             * @description All taxes disbursed to the government, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description The government's share of the state sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            state_shared: number | null;
            /**
             * @description Home rule sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            home_rule: number | null;
            /**
             * @description Non-home rule sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            non_home_rule: number | null;
            /**
             * @description Business district tax, in dollars. null if unknown
             * @example 1428564.94
             */
            business_district: number | null;
            /**
             * @description County taxes for public safety, school facilities and flood protection, in dollars. null if unknown
             * @example 1428564.94
             */
            public_safety_and_schools: number | null;
            /**
             * @description Taxes for public transit, and the share of counties in them, in dollars. null if unknown
             * @example 1428564.94
             */
            transit: number | null;
            /**
             * @description Taxes on vehicles and on renting them, in dollars. null if unknown
             * @example 1428564.94
             */
            vehicles_and_rental: number | null;
            /**
             * @description Local motor fuel taxes, in dollars. null if unknown
             * @example 1428564.94
             */
            motor_fuel: number | null;
            /**
             * @description Taxes of other districts, and taxes not known, in dollars. null if unknown
             * @example 1428564.94
             */
            other: number | null;
            /** @description Change from the same month a year before, as a fraction: 0.05 is +5 %. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /** @example 0.0215 */
                net_payment: number | null;
                /** @example 0.0215 */
                state_shared: number | null;
                /** @example 0.0215 */
                home_rule: number | null;
                /** @example 0.0215 */
                non_home_rule: number | null;
                /** @example 0.0215 */
                business_district: number | null;
                /** @example 0.0215 */
                public_safety_and_schools: number | null;
                /** @example 0.0215 */
                transit: number | null;
                /** @example 0.0215 */
                vehicles_and_rental: number | null;
                /** @example 0.0215 */
                motor_fuel: number | null;
                /** @example 0.0215 */
                other: number | null;
            };
            /** @description Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months */
            trends: {
                /** @example 1428564.94 */
                net_payment: number | null;
                /** @example 1428564.94 */
                state_shared: number | null;
                /** @example 1428564.94 */
                home_rule: number | null;
                /** @example 1428564.94 */
                non_home_rule: number | null;
                /** @example 1428564.94 */
                business_district: number | null;
                /** @example 1428564.94 */
                public_safety_and_schools: number | null;
                /** @example 1428564.94 */
                transit: number | null;
                /** @example 1428564.94 */
                vehicles_and_rental: number | null;
                /** @example 1428564.94 */
                motor_fuel: number | null;
                /** @example 1428564.94 */
                other: number | null;
            };
            /** @description Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing */
            ytd: {
                /** @example 1428564.94 */
                net_payment: number | null;
                /** @example 1428564.94 */
                state_shared: number | null;
                /** @example 1428564.94 */
                home_rule: number | null;
                /** @example 1428564.94 */
                non_home_rule: number | null;
                /** @example 1428564.94 */
                business_district: number | null;
                /** @example 1428564.94 */
                public_safety_and_schools: number | null;
                /** @example 1428564.94 */
                transit: number | null;
                /** @example 1428564.94 */
                vehicles_and_rental: number | null;
                /** @example 1428564.94 */
                motor_fuel: number | null;
                /** @example 1428564.94 */
                other: number | null;
            };
        };
        il_allocation_page: {
            data: (components["schemas"]["il_allocation"] | components["schemas"]["il_lean_allocation"])[];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        il_jurisdiction: {
            /**
             * @description Never changes
             * @example 173900010
             */
            id: number;
            /** @example Abingdon */
            name: string;
            /**
             * @description The name in lower case, with hyphens between words
             * @example abingdon
             */
            slug: string;
            /** @constant */
            state: "il";
            /** @description null if no report names the type */
            type: ("city" | "county" | "transit" | "special_district") | null;
            /**
             * @description A fraction: 0.0775 is 7.75 %. null if unknown
             * @example 0.0775
             */
            sales_tax_rate: number | null;
            /**
             * @description The code that the state gives the jurisdiction
             * @example 390000010-abingdon
             */
            sales_tax_id: string;
        };
        il_lean_allocation: {
            dates?: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
                /**
                 * @description Fiscal quarter of the sales period
                 * @example 3
                 */
                quarter?: number;
            };
            jurisdiction?: {
                /**
                 * @description Never changes
                 * @example 173900010
                 */
                id?: number;
                /** @example Abingdon */
                name?: string;
                /**
                 * @description The name in lower case, with hyphens between words
                 * @example abingdon
                 */
                slug?: string;
                /** @constant */
                state?: "il";
                /** @description null if no report names the type */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description A fraction: 0.0775 is 7.75 %. null if unknown
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives the jurisdiction
                 * @example 390000010-abingdon
                 */
                sales_tax_id?: string;
            };
            /**
             * @description All taxes disbursed to the government, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description The government's share of the state sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            state_shared?: number | null;
            /**
             * @description Home rule sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            home_rule?: number | null;
            /**
             * @description Non-home rule sales tax, in dollars. null if unknown
             * @example 1428564.94
             */
            non_home_rule?: number | null;
            /**
             * @description Business district tax, in dollars. null if unknown
             * @example 1428564.94
             */
            business_district?: number | null;
            /**
             * @description County taxes for public safety, school facilities and flood protection, in dollars. null if unknown
             * @example 1428564.94
             */
            public_safety_and_schools?: number | null;
            /**
             * @description Taxes for public transit, and the share of counties in them, in dollars. null if unknown
             * @example 1428564.94
             */
            transit?: number | null;
            /**
             * @description Taxes on vehicles and on renting them, in dollars. null if unknown
             * @example 1428564.94
             */
            vehicles_and_rental?: number | null;
            /**
             * @description Local motor fuel taxes, in dollars. null if unknown
             * @example 1428564.94
             */
            motor_fuel?: number | null;
            /**
             * @description Taxes of other districts, and taxes not known, in dollars. null if unknown
             * @example 1428564.94
             */
            other?: number | null;
            deltas?: {
                /** @example 0.0215 */
                net_payment?: number | null;
                /** @example 0.0215 */
                state_shared?: number | null;
                /** @example 0.0215 */
                home_rule?: number | null;
                /** @example 0.0215 */
                non_home_rule?: number | null;
                /** @example 0.0215 */
                business_district?: number | null;
                /** @example 0.0215 */
                public_safety_and_schools?: number | null;
                /** @example 0.0215 */
                transit?: number | null;
                /** @example 0.0215 */
                vehicles_and_rental?: number | null;
                /** @example 0.0215 */
                motor_fuel?: number | null;
                /** @example 0.0215 */
                other?: number | null;
            };
            trends?: {
                /** @example 1428564.94 */
                net_payment?: number | null;
                /** @example 1428564.94 */
                state_shared?: number | null;
                /** @example 1428564.94 */
                home_rule?: number | null;
                /** @example 1428564.94 */
                non_home_rule?: number | null;
                /** @example 1428564.94 */
                business_district?: number | null;
                /** @example 1428564.94 */
                public_safety_and_schools?: number | null;
                /** @example 1428564.94 */
                transit?: number | null;
                /** @example 1428564.94 */
                vehicles_and_rental?: number | null;
                /** @example 1428564.94 */
                motor_fuel?: number | null;
                /** @example 1428564.94 */
                other?: number | null;
            };
            ytd?: {
                /** @example 1428564.94 */
                net_payment?: number | null;
                /** @example 1428564.94 */
                state_shared?: number | null;
                /** @example 1428564.94 */
                home_rule?: number | null;
                /** @example 1428564.94 */
                non_home_rule?: number | null;
                /** @example 1428564.94 */
                business_district?: number | null;
                /** @example 1428564.94 */
                public_safety_and_schools?: number | null;
                /** @example 1428564.94 */
                transit?: number | null;
                /** @example 1428564.94 */
                vehicles_and_rental?: number | null;
                /** @example 1428564.94 */
                motor_fuel?: number | null;
                /** @example 1428564.94 */
                other?: number | null;
            };
        };
        jurisdiction_item: {
            data: components["schemas"]["Jurisdiction"];
        };
        jurisdiction_page: {
            data: components["schemas"]["Jurisdiction"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        overview_item: {
            data: components["schemas"]["Overview"];
        };
        readiness: {
            /** @constant */
            status: "ready";
            /** @description Changes with every run that changes the dataset */
            dataset_version: string;
            /** @description The newest run of the pipeline. null before the first run */
            last_run: {
                id: number;
                command: string;
                outcome: string;
                /** Format: date-time */
                started_at: string;
                /** Format: date-time */
                finished_at: string;
            } | null;
            states: {
                state: string;
                /** Format: date */
                first_period: string | null;
                /** Format: date */
                last_period: string | null;
            }[];
            /** @description Reports that wait for a person to accept or reject them */
            held_reports: number;
        };
        revision_page: {
            data: components["schemas"]["Revision"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        source_page: {
            data: components["schemas"]["Sources"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        totals_page: {
            data: components["schemas"]["MonthTotal"][];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
                /** @description The analyzed field */
                field: string;
                /** @description Calendar month in which the fiscal year starts */
                fiscal_year_start: number;
            };
        };
        tx_allocation: {
            dates: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
            };
            entity: components["schemas"]["tx_entity"];
            /**
             * @description Net payment made to the authority, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description Tax collected for earlier periods, in dollars. null if unknown
             * @example 1428564.94
             */
            prior_collection: number | null;
            /**
             * @description Tax collected for the current period, in dollars. null if unknown
             * @example 1428564.94
             */
            current_collections: number | null;
            /**
             * @description Tax collected ahead of its period, in dollars. null if unknown
             * @example 1428564.94
             */
            future_collections: number | null;
            /**
             * @description Tax collected, or paid back, after audits, in dollars. null if unknown
             * @example 1428564.94
             */
            audit_collections: number | null;
            /**
             * @description Tax collected by remote sellers at the single local rate, in dollars. null if unknown
             * @example 1428564.94
             */
            single_local_rate_collections: number | null;
            /**
             * @description Tax not yet identified with an authority, shared out, in dollars. null if unknown
             * @example 1428564.94
             */
            unidentified_collections: number | null;
            /**
             * @description The state's fee for collecting the tax, in dollars. null if unknown
             * @example 1428564.94
             */
            service_fee: number | null;
            /**
             * @description Part of this payment kept back until next month, in dollars. null if unknown
             * @example 1428564.94
             */
            current_retained: number | null;
            /**
             * @description Part kept back from last month's payment and paid now, in dollars. null if unknown
             * @example 1428564.94
             */
            prior_retained: number | null;
            /** @description Change from the same month a year before, as a fraction: 0.05 is +5 %. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /** @example 0.0215 */
                net_payment: number | null;
                /** @example 0.0215 */
                prior_collection: number | null;
                /** @example 0.0215 */
                current_collections: number | null;
                /** @example 0.0215 */
                future_collections: number | null;
                /** @example 0.0215 */
                audit_collections: number | null;
                /** @example 0.0215 */
                single_local_rate_collections: number | null;
                /** @example 0.0215 */
                unidentified_collections: number | null;
                /** @example 0.0215 */
                service_fee: number | null;
                /** @example 0.0215 */
                current_retained: number | null;
                /** @example 0.0215 */
                prior_retained: number | null;
            };
        };
        tx_allocation_page: {
            data: (components["schemas"]["tx_allocation"] | components["schemas"]["tx_lean_allocation"])[];
            links: {
                /** Format: uri */
                first: string;
                /** Format: uri */
                last: string;
                /** @description null on the first page */
                prev: string | null;
                /** @description null on the last page */
                next: string | null;
            };
            meta: {
                current_page: number;
                /** @description Number of the first record on this page. null on an empty page */
                from: number | null;
                last_page: number;
                per_page: number;
                /** @description Number of the last record on this page. null on an empty page */
                to: number | null;
                /** @description Records on all pages */
                total: number;
            };
        };
        tx_entity: {
            /**
             * @description Never changes
             * @example 482002017
             */
            id: number;
            /** @example Andrews */
            name: string;
            /**
             * @description The name in lower case, with hyphens between words
             * @example andrews
             */
            slug: string;
            /** @constant */
            state: "tx";
            /** @description null if no report names the type */
            type: ("city" | "county" | "transit" | "special_district") | null;
            /**
             * @description A fraction: 0.0775 is 7.75 %. null if unknown
             * @example 0.0775
             */
            sales_tax_rate: number | null;
            /**
             * @description The code that the state gives the jurisdiction
             * @example 2002017
             */
            sales_tax_id: number;
        };
        tx_lean_allocation: {
            dates?: {
                /**
                 * Format: date
                 * @description Month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description Month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description Month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
            };
            entity?: {
                /**
                 * @description Never changes
                 * @example 482002017
                 */
                id?: number;
                /** @example Andrews */
                name?: string;
                /**
                 * @description The name in lower case, with hyphens between words
                 * @example andrews
                 */
                slug?: string;
                /** @constant */
                state?: "tx";
                /** @description null if no report names the type */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description A fraction: 0.0775 is 7.75 %. null if unknown
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives the jurisdiction
                 * @example 2002017
                 */
                sales_tax_id?: number;
            };
            /**
             * @description Net payment made to the authority, in dollars. null if unknown
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description Tax collected for earlier periods, in dollars. null if unknown
             * @example 1428564.94
             */
            prior_collection?: number | null;
            /**
             * @description Tax collected for the current period, in dollars. null if unknown
             * @example 1428564.94
             */
            current_collections?: number | null;
            /**
             * @description Tax collected ahead of its period, in dollars. null if unknown
             * @example 1428564.94
             */
            future_collections?: number | null;
            /**
             * @description Tax collected, or paid back, after audits, in dollars. null if unknown
             * @example 1428564.94
             */
            audit_collections?: number | null;
            /**
             * @description Tax collected by remote sellers at the single local rate, in dollars. null if unknown
             * @example 1428564.94
             */
            single_local_rate_collections?: number | null;
            /**
             * @description Tax not yet identified with an authority, shared out, in dollars. null if unknown
             * @example 1428564.94
             */
            unidentified_collections?: number | null;
            /**
             * @description The state's fee for collecting the tax, in dollars. null if unknown
             * @example 1428564.94
             */
            service_fee?: number | null;
            /**
             * @description Part of this payment kept back until next month, in dollars. null if unknown
             * @example 1428564.94
             */
            current_retained?: number | null;
            /**
             * @description Part kept back from last month's payment and paid now, in dollars. null if unknown
             * @example 1428564.94
             */
            prior_retained?: number | null;
            deltas?: {
                /** @example 0.0215 */
                net_payment?: number | null;
                /** @example 0.0215 */
                prior_collection?: number | null;
                /** @example 0.0215 */
                current_collections?: number | null;
                /** @example 0.0215 */
                future_collections?: number | null;
                /** @example 0.0215 */
                audit_collections?: number | null;
                /** @example 0.0215 */
                single_local_rate_collections?: number | null;
                /** @example 0.0215 */
                unidentified_collections?: number | null;
                /** @example 0.0215 */
                service_fee?: number | null;
                /** @example 0.0215 */
                current_retained?: number | null;
                /** @example 0.0215 */
                prior_retained?: number | null;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AnalyzedMonth = components['schemas']['AnalyzedMonth'];
export type Change = components['schemas']['Change'];
export type ComparisonLine = components['schemas']['ComparisonLine'];
export type Error = components['schemas']['Error'];
export type Finding = components['schemas']['Finding'];
export type Jurisdiction = components['schemas']['Jurisdiction'];
export type MonthTotal = components['schemas']['MonthTotal'];
export type Overview = components['schemas']['Overview'];
export type Revision = components['schemas']['Revision'];
export type Sources = components['schemas']['Sources'];
export type StateOverview = components['schemas']['StateOverview'];
export type AnalysisPage = components['schemas']['analysis_page'];
export type CaAllocation = components['schemas']['ca_allocation'];
export type CaAllocationPage = components['schemas']['ca_allocation_page'];
export type CaJurisdiction = components['schemas']['ca_jurisdiction'];
export type CaLeanAllocation = components['schemas']['ca_lean_allocation'];
export type ChangePage = components['schemas']['change_page'];
export type ComparisonPage = components['schemas']['comparison_page'];
export type FindingPage = components['schemas']['finding_page'];
export type Health = components['schemas']['health'];
export type IlAllocation = components['schemas']['il_allocation'];
export type IlAllocationPage = components['schemas']['il_allocation_page'];
export type IlJurisdiction = components['schemas']['il_jurisdiction'];
export type IlLeanAllocation = components['schemas']['il_lean_allocation'];
export type JurisdictionItem = components['schemas']['jurisdiction_item'];
export type JurisdictionPage = components['schemas']['jurisdiction_page'];
export type OverviewItem = components['schemas']['overview_item'];
export type Readiness = components['schemas']['readiness'];
export type RevisionPage = components['schemas']['revision_page'];
export type SourcePage = components['schemas']['source_page'];
export type TotalsPage = components['schemas']['totals_page'];
export type TxAllocation = components['schemas']['tx_allocation'];
export type TxAllocationPage = components['schemas']['tx_allocation_page'];
export type TxEntity = components['schemas']['tx_entity'];
export type TxLeanAllocation = components['schemas']['tx_lean_allocation'];
export type $defs = Record<string, never>;
export interface operations {
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is running */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["health"];
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service can read its dataset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["readiness"];
                };
            };
        };
    };
    list_ca_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The same as jurisdictions. Give only one of them */
                entities?: string;
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only allocation periods that start between these two dates, both included */
                between?: string;
                /** @description Only allocation periods that start on this date or later */
                since?: string;
                /** @description Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records */
                updated_since?: string;
                /** @description Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "current_distributions" | "-current_distributions" | "current_advance" | "-current_advance" | "countywide_pool" | "-countywide_pool" | "county_pool" | "-county_pool" | "statewide_pool" | "-statewide_pool" | "state_pool" | "-state_pool" | "county_share" | "-county_share" | "net_prior_allocations" | "-net_prior_allocations" | "deltas.net_payment" | "-deltas.net_payment" | "deltas.current_distributions" | "-deltas.current_distributions" | "deltas.current_advance" | "-deltas.current_advance" | "deltas.countywide_pool" | "-deltas.countywide_pool" | "deltas.county_pool" | "-deltas.county_pool" | "deltas.countywide_pool_percentage" | "-deltas.countywide_pool_percentage" | "deltas.statewide_pool" | "-deltas.statewide_pool" | "deltas.state_pool" | "-deltas.state_pool" | "deltas.statewide_pool_percentage" | "-deltas.statewide_pool_percentage" | "deltas.county_share" | "-deltas.county_share" | "deltas.net_prior_allocations" | "-deltas.net_prior_allocations" | "deltas.administrative_cost" | "-deltas.administrative_cost" | "deltas.other_adjustments" | "-deltas.other_adjustments" | "trends.net_payment" | "-trends.net_payment" | "trends.current_distributions" | "-trends.current_distributions" | "trends.current_advance" | "-trends.current_advance" | "trends.countywide_pool" | "-trends.countywide_pool" | "trends.county_pool" | "-trends.county_pool" | "trends.countywide_pool_percentage" | "-trends.countywide_pool_percentage" | "trends.statewide_pool" | "-trends.statewide_pool" | "trends.state_pool" | "-trends.state_pool" | "trends.statewide_pool_percentage" | "-trends.statewide_pool_percentage" | "trends.county_share" | "-trends.county_share" | "trends.net_prior_allocations" | "-trends.net_prior_allocations" | "trends.administrative_cost" | "-trends.administrative_cost" | "trends.other_adjustments" | "-trends.other_adjustments" | "ytd.net_payment" | "-ytd.net_payment" | "ytd.current_distributions" | "-ytd.current_distributions" | "ytd.current_advance" | "-ytd.current_advance" | "ytd.countywide_pool" | "-ytd.countywide_pool" | "ytd.county_pool" | "-ytd.county_pool" | "ytd.countywide_pool_percentage" | "-ytd.countywide_pool_percentage" | "ytd.statewide_pool" | "-ytd.statewide_pool" | "ytd.state_pool" | "-ytd.state_pool" | "ytd.statewide_pool_percentage" | "-ytd.statewide_pool_percentage" | "ytd.county_share" | "-ytd.county_share" | "ytd.net_prior_allocations" | "-ytd.net_prior_allocations" | "ytd.administrative_cost" | "-ytd.administrative_cost" | "ytd.other_adjustments" | "-ytd.other_adjustments";
                /** @description Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members */
                fields?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of allocations. With fields, the records have only the asked members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ca_allocation_page"];
                };
            };
        };
    };
    compare_ca_jurisdictions: {
        parameters: {
            query?: {
                /** @description The month to compare. Default: the newest month of the state. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description What a record is: a jurisdiction, or the sum of those of a county, a type or the state */
                group?: "jurisdiction" | "county" | "type" | "state";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California */
                fiscal_year_start?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by jurisdiction id, or by the name of the group */
                sort?: "value" | "-value" | "year_ago" | "-year_ago" | "change" | "-change" | "year_to_date" | "-year_to_date" | "year_to_date_ago" | "-year_to_date_ago" | "year_to_date_change" | "-year_to_date_change" | "fiscal_year_to_date" | "-fiscal_year_to_date" | "fiscal_year_to_date_ago" | "-fiscal_year_to_date_ago" | "fiscal_year_to_date_change" | "-fiscal_year_to_date_change" | "rolling_year" | "-rolling_year" | "rolling_year_ago" | "-rolling_year_ago" | "rolling_year_change" | "-rolling_year_change" | "name" | "-name" | "rank" | "-rank";
                /** @description Records on a page, at most 2000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["comparison_page"];
                };
            };
        };
    };
    list_tx_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The same as jurisdictions. Give only one of them */
                entities?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                jurisdiction_type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only allocation periods from the first month to the second, both included. Write each as the first day of its month */
                period_between?: string;
                /** @description Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records */
                updated_since?: string;
                /** @description Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
                /** @description Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members */
                fields?: string;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of allocations. With fields, the records have only the asked members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    list_tx_allocations_2: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The same as jurisdictions. Give only one of them */
                entities?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                jurisdiction_type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only allocation periods from the first month to the second, both included. Write each as the first day of its month */
                period_between?: string;
                /** @description Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records */
                updated_since?: string;
                /** @description Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
                /** @description Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members */
                fields?: string;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of allocations. With fields, the records have only the asked members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    list_tx_allocations_3: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The same as jurisdictions. Give only one of them */
                entities?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                jurisdiction_type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only allocation periods from the first month to the second, both included. Write each as the first day of its month */
                period_between?: string;
                /** @description Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records */
                updated_since?: string;
                /** @description Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
                /** @description Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members */
                fields?: string;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of allocations. With fields, the records have only the asked members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    compare_tx_jurisdictions: {
        parameters: {
            query?: {
                /** @description The month to compare. Default: the newest month of the state. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description What a record is: a jurisdiction, or the sum of those of a county, a type or the state */
                group?: "jurisdiction" | "county" | "type" | "state";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 10 in Texas */
                fiscal_year_start?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by jurisdiction id, or by the name of the group */
                sort?: "value" | "-value" | "year_ago" | "-year_ago" | "change" | "-change" | "year_to_date" | "-year_to_date" | "year_to_date_ago" | "-year_to_date_ago" | "year_to_date_change" | "-year_to_date_change" | "fiscal_year_to_date" | "-fiscal_year_to_date" | "fiscal_year_to_date_ago" | "-fiscal_year_to_date_ago" | "fiscal_year_to_date_change" | "-fiscal_year_to_date_change" | "rolling_year" | "-rolling_year" | "rolling_year_ago" | "-rolling_year_ago" | "rolling_year_change" | "-rolling_year_change" | "name" | "-name" | "rank" | "-rank";
                /** @description Records on a page, at most 2000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
                /** @description Only jurisdictions in this county */
                county?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["comparison_page"];
                };
            };
        };
    };
    list_il_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The same as jurisdictions. Give only one of them */
                entities?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                jurisdiction_type?: "city" | "county" | "transit" | "special_district";
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only allocation periods that start between these two dates, both included */
                between?: string;
                /** @description Only allocation periods that start on this date or later */
                since?: string;
                /** @description Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records */
                updated_since?: string;
                /** @description Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "state_shared" | "-state_shared" | "home_rule" | "-home_rule" | "non_home_rule" | "-non_home_rule" | "business_district" | "-business_district" | "public_safety_and_schools" | "-public_safety_and_schools" | "transit" | "-transit" | "vehicles_and_rental" | "-vehicles_and_rental" | "motor_fuel" | "-motor_fuel" | "other" | "-other" | "deltas.net_payment" | "-deltas.net_payment" | "deltas.state_shared" | "-deltas.state_shared" | "deltas.home_rule" | "-deltas.home_rule" | "deltas.non_home_rule" | "-deltas.non_home_rule" | "deltas.business_district" | "-deltas.business_district" | "deltas.public_safety_and_schools" | "-deltas.public_safety_and_schools" | "deltas.transit" | "-deltas.transit" | "deltas.vehicles_and_rental" | "-deltas.vehicles_and_rental" | "deltas.motor_fuel" | "-deltas.motor_fuel" | "deltas.other" | "-deltas.other" | "trends.net_payment" | "-trends.net_payment" | "trends.state_shared" | "-trends.state_shared" | "trends.home_rule" | "-trends.home_rule" | "trends.non_home_rule" | "-trends.non_home_rule" | "trends.business_district" | "-trends.business_district" | "trends.public_safety_and_schools" | "-trends.public_safety_and_schools" | "trends.transit" | "-trends.transit" | "trends.vehicles_and_rental" | "-trends.vehicles_and_rental" | "trends.motor_fuel" | "-trends.motor_fuel" | "trends.other" | "-trends.other" | "ytd.net_payment" | "-ytd.net_payment" | "ytd.state_shared" | "-ytd.state_shared" | "ytd.home_rule" | "-ytd.home_rule" | "ytd.non_home_rule" | "-ytd.non_home_rule" | "ytd.business_district" | "-ytd.business_district" | "ytd.public_safety_and_schools" | "-ytd.public_safety_and_schools" | "ytd.transit" | "-ytd.transit" | "ytd.vehicles_and_rental" | "-ytd.vehicles_and_rental" | "ytd.motor_fuel" | "-ytd.motor_fuel" | "ytd.other" | "-ytd.other";
                /** @description Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members */
                fields?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of allocations. With fields, the records have only the asked members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["il_allocation_page"];
                };
            };
        };
    };
    compare_il_jurisdictions: {
        parameters: {
            query?: {
                /** @description The month to compare. Default: the newest month of the state. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description What a record is: a jurisdiction, or the sum of those of a county, a type or the state */
                group?: "jurisdiction" | "county" | "type" | "state";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in Illinois */
                fiscal_year_start?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by jurisdiction id, or by the name of the group */
                sort?: "value" | "-value" | "year_ago" | "-year_ago" | "change" | "-change" | "year_to_date" | "-year_to_date" | "year_to_date_ago" | "-year_to_date_ago" | "year_to_date_change" | "-year_to_date_change" | "fiscal_year_to_date" | "-fiscal_year_to_date" | "fiscal_year_to_date_ago" | "-fiscal_year_to_date_ago" | "fiscal_year_to_date_change" | "-fiscal_year_to_date_change" | "rolling_year" | "-rolling_year" | "rolling_year_ago" | "-rolling_year_ago" | "rolling_year_change" | "-rolling_year_change" | "name" | "-name" | "rank" | "-rank";
                /** @description Records on a page, at most 2000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["comparison_page"];
                };
            };
        };
    };
    list_jurisdictions: {
        parameters: {
            query?: {
                /** @description An id, a code, or part of a present or former name. Ignores case and accents. The best matches come first */
                q?: string;
                /** @description Only jurisdictions of this state */
                state?: "ca" | "tx" | "il";
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county. The dataset has counties for California, Texas */
                county?: string;
                /** @description The code that the state gives the jurisdiction, with or without leading zeros */
                sales_tax_id?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jurisdictions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["jurisdiction_page"];
                };
            };
        };
    };
    show_jurisdiction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the jurisdiction */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jurisdiction */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["jurisdiction_item"];
                };
            };
        };
    };
    show_overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["overview_item"];
                };
            };
        };
    };
    add_up_ca_jurisdictions: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The amount to add up. Default: the payment */
                field?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California */
                fiscal_year_start?: number;
                /** @description Only this allocation period and later ones. Write it as the first day of its month */
                from?: string;
                /** @description Only this allocation period and earlier ones. Write it as the first day of its month */
                to?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["totals_page"];
                };
            };
        };
    };
    add_up_tx_jurisdictions: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The amount to add up. Default: the payment */
                field?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 10 in Texas */
                fiscal_year_start?: number;
                /** @description Only this allocation period and later ones. Write it as the first day of its month */
                from?: string;
                /** @description Only this allocation period and earlier ones. Write it as the first day of its month */
                to?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
                /** @description Only jurisdictions in this county */
                county?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["totals_page"];
                };
            };
        };
    };
    add_up_il_jurisdictions: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The amount to add up. Default: the payment */
                field?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in Illinois */
                fiscal_year_start?: number;
                /** @description Only this allocation period and later ones. Write it as the first day of its month */
                from?: string;
                /** @description Only this allocation period and earlier ones. Write it as the first day of its month */
                to?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["totals_page"];
                };
            };
        };
    };
    list_sources: {
        parameters: {
            query?: {
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description Id of the jurisdiction */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["source_page"];
                };
            };
        };
    };
    analyze_jurisdiction: {
        parameters: {
            query?: {
                /** @description The field to analyze. Default: the payment */
                field?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois */
                fiscal_year_start?: number;
                /** @description Only this allocation period and later ones. Write it as the first day of its month */
                from?: string;
                /** @description Only this allocation period and earlier ones. Write it as the first day of its month */
                to?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description Id of the jurisdiction */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["analysis_page"];
                };
            };
        };
    };
    list_revisions: {
        parameters: {
            query?: {
                /** @description Only revisions by runs that finished on this date (UTC) or later */
                since?: string;
                /** @description Only revisions since this version of the dataset. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Only revisions of this state */
                state?: "ca" | "tx" | "il";
                /** @description Only revisions of these jurisdictions: ids separated by commas */
                jurisdictions?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of revisions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["revision_page"];
                };
            };
        };
    };
    list_findings: {
        parameters: {
            query?: {
                /** @description Only findings about this state */
                state?: "ca" | "tx" | "il";
                /** @description Only findings of this severity */
                severity?: "error" | "warning" | "info";
                /** @description Only findings with this code */
                code?: "total-jump" | "empty-file" | "unreadable-file" | "file-too-large" | "unsupported-format" | "not-a-report" | "partial-export" | "encrypted-workbook" | "damaged-workbook" | "bad-encoding" | "malformed-file" | "damaged-archive" | "unrecognized-report" | "several-tables" | "missing-column" | "unknown-column" | "duplicate-column" | "layout-not-in-force" | "sheet-unread" | "figures-in-thousands" | "row-width" | "unread-row" | "unreadable-cell" | "cut-figure" | "missing-value" | "month-mismatch" | "percent-as-fraction" | "conflicting-rows" | "same-id" | "correction-misfit" | "damaged-origin" | "withdrawn-report" | "returned-report" | "held-report-replaced" | "sheet-ignored" | "hidden-sheet" | "old-formulas" | "date-outside-month" | "duplicate-row" | "control-total" | "unknown-tax" | "unusual-rate" | "net-payment-missing" | "row-arithmetic" | "blank-total" | "unusual-sum" | "no-cents" | "lone-month" | "future-month" | "unknown-note" | "off-quarter-amount" | "reports-disagree" | "quarterly-total" | "statement-missing" | "conflicting-reports" | "outdated-row" | "correction-lapsed" | "missing-month" | "unknown-type" | "unusual-payment" | "rows-not-restated" | "missing-report" | "fewer-rows" | "repeated-total" | "month-restated" | "summary-differs" | "summary-name" | "windows-1252" | "outside-range" | "sign-assumed" | "repeated-header" | "repeated-line" | "other-period" | "months-to-come" | "note-row" | "figure-corrected" | "name-changed" | "type-changed" | "new-jurisdiction" | "ended-jurisdiction" | "shared-jump" | "summary-jurisdictions";
                /** @description Only findings about these jurisdictions or their rows: ids separated by commas */
                jurisdictions?: string;
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of findings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["finding_page"];
                };
            };
        };
    };
    list_changes: {
        parameters: {
            query?: {
                /** @description Only changes since this version of the dataset. Default: the version before the newest one. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Only changes of this state */
                state?: "ca" | "tx" | "il";
                /** @description Only changes of jurisdictions in this county */
                county?: string;
                /** @description Only changes of these jurisdictions: ids separated by commas */
                jurisdictions?: string;
                /** @description Records on a page, at most 1000 */
                limit?: number;
                /** @description Number of the page, from 1. A page after the last one is empty */
                page?: number;
                /** @description All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["change_page"];
                };
            };
        };
    };
}
