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
    "/api/nc/sales-tax/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the allocations of North Carolina
         * @description You can combine all parameters. A record must match all of them.
         */
        get: operations["list_nc_allocations"];
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
    "/api/ca/sales-tax/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each month of a selection with the year before
         * @description The newest month comes first. The selection is one place or the sum of several. A sum has all payments of its places; what is missing is counted. A change compares the places that have every payment of both. A sum of one place is null if one of its payments is missing, and one of twelve months also if more than 1 % of the payments are. Percentages have means of their quarter ends instead of sums. Ranks and shares are null with per or prices.
         */
        get: operations["list_ca_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each month of a selection with the year before
         * @description The newest month comes first. The selection is one place or the sum of several. A sum has all payments of its places; what is missing is counted. A change compares the places that have every payment of both. A sum of one place is null if one of its payments is missing, and one of twelve months also if more than 1 % of the payments are. Percentages have means of their quarter ends instead of sums. Ranks and shares are null with per or prices.
         */
        get: operations["list_tx_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each month of a selection with the year before
         * @description The newest month comes first. The selection is one place or the sum of several. A sum has all payments of its places; what is missing is counted. A change compares the places that have every payment of both. A sum of one place is null if one of its payments is missing, and one of twelve months also if more than 1 % of the payments are. Percentages have means of their quarter ends instead of sums. Ranks and shares are null with per or prices.
         */
        get: operations["list_il_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each month of a selection with the year before
         * @description The newest month comes first. The selection is one place or the sum of several. A sum has all payments of its places; what is missing is counted. A change compares the places that have every payment of both. A sum of one place is null if one of its payments is missing, and one of twelve months also if more than 1 % of the payments are. Percentages have means of their quarter ends instead of sums. Ranks and shares are null with per or prices.
         */
        get: operations["list_nc_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/years": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each year of a selection with the year before
         * @description The calendar years, then the fiscal years, the newest first. A year is compared with the same months a year before. Sums and changes are those of months.
         */
        get: operations["list_ca_years"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/years": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each year of a selection with the year before
         * @description The calendar years, then the fiscal years, the newest first. A year is compared with the same months a year before. Sums and changes are those of months.
         */
        get: operations["list_tx_years"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/years": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each year of a selection with the year before
         * @description The calendar years, then the fiscal years, the newest first. A year is compared with the same months a year before. Sums and changes are those of months.
         */
        get: operations["list_il_years"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/years": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare each year of a selection with the year before
         * @description The calendar years, then the fiscal years, the newest first. A year is compared with the same months a year before. Sums and changes are those of months.
         */
        get: operations["list_nc_years"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare places or groups in some months with other months
         * @description One record for each place with a datapoint in the last month or in one of the 24 before it, or with a payment in one of the two spans; or for each group of them. With a sort by change, the comparable change counts where the tax changed. Places whose tax changed and whose comparable change is not known come after the others, and then those with a doubtful payment. Equal records are sorted by jurisdiction id, or by the name of the group. Shares, sizes and minimum are about dollars as paid, also with per or prices.
         */
        get: operations["list_ca_compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare places or groups in some months with other months
         * @description One record for each place with a datapoint in the last month or in one of the 24 before it, or with a payment in one of the two spans; or for each group of them. With a sort by change, the comparable change counts where the tax changed. Places whose tax changed and whose comparable change is not known come after the others, and then those with a doubtful payment. Equal records are sorted by jurisdiction id, or by the name of the group. Shares, sizes and minimum are about dollars as paid, also with per or prices.
         */
        get: operations["list_tx_compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare places or groups in some months with other months
         * @description One record for each place with a datapoint in the last month or in one of the 24 before it, or with a payment in one of the two spans; or for each group of them. With a sort by change, the comparable change counts where the tax changed. Places whose tax changed and whose comparable change is not known come after the others, and then those with a doubtful payment. Equal records are sorted by jurisdiction id, or by the name of the group. Shares, sizes and minimum are about dollars as paid, also with per or prices.
         */
        get: operations["list_il_compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare places or groups in some months with other months
         * @description One record for each place with a datapoint in the last month or in one of the 24 before it, or with a payment in one of the two spans; or for each group of them. With a sort by change, the comparable change counts where the tax changed. Places whose tax changed and whose comparable change is not known come after the others, and then those with a doubtful payment. Equal records are sorted by jurisdiction id, or by the name of the group. Shares, sizes and minimum are about dollars as paid, also with per or prices.
         */
        get: operations["list_nc_compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the payments of a selection are made of
         * @description One record for each part of the payments. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a span add up to its payments. `unexplained` is what the other parts leave of them. A part that is 0 or unknown in both spans is left out. Parts have the order of the state's fields.
         */
        get: operations["list_ca_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the payments of a selection are made of
         * @description One record for each part of the payments. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a span add up to its payments. `unexplained` is what the other parts leave of them. A part that is 0 or unknown in both spans is left out. Parts have the order of the state's fields.
         */
        get: operations["list_tx_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the payments of a selection are made of
         * @description One record for each part of the payments. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a span add up to its payments. `unexplained` is what the other parts leave of them. A part that is 0 or unknown in both spans is left out. Parts have the order of the state's fields.
         */
        get: operations["list_il_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the payments of a selection are made of
         * @description One record for each part of the payments. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a span add up to its payments. `unexplained` is what the other parts leave of them. A part that is 0 or unknown in both spans is left out. Parts have the order of the state's fields.
         */
        get: operations["list_nc_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Project where the year of each jurisdiction will end
         * @description One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one. A range needs errors of three earlier years. A budget is spread over the months by their usual shares. With check=true, past years are projected once more with the months known then, and a record tells how far off the projections of a year were.
         */
        get: operations["list_ca_projections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Project where the year of each jurisdiction will end
         * @description One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one. A range needs errors of three earlier years. A budget is spread over the months by their usual shares. With check=true, past years are projected once more with the months known then, and a record tells how far off the projections of a year were.
         */
        get: operations["list_tx_projections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Project where the year of each jurisdiction will end
         * @description One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one. A range needs errors of three earlier years. A budget is spread over the months by their usual shares. With check=true, past years are projected once more with the months known then, and a record tells how far off the projections of a year were.
         */
        get: operations["list_il_projections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Project where the year of each jurisdiction will end
         * @description One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one. A range needs errors of three earlier years. A budget is spread over the months by their usual shares. With check=true, past years are projected once more with the months known then, and a record tells how far off the projections of a year were.
         */
        get: operations["list_nc_projections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ca/sales-tax/sentences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell in sentences how the payments of a selection compare
         * @description One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. `range` says why an estimate has none. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. Of a group, it names the tax that moved most among the places that the change counts, or else a place that moved a fifth of the change or more. If changes of tax made half of the change, it says so. `projection` of a group adds up the estimates of its places. Places without one count in the same proportion; if they got more than a tenth of the payments so far, there is none. What is doubtful or missing is said. With `months` or `against`, the sentences are about the payments of these months alone.
         */
        get: operations["list_ca_sentences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tx/sales-tax/sentences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell in sentences how the payments of a selection compare
         * @description One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. `range` says why an estimate has none. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. Of a group, it names the tax that moved most among the places that the change counts, or else a place that moved a fifth of the change or more. If changes of tax made half of the change, it says so. `projection` of a group adds up the estimates of its places. Places without one count in the same proportion; if they got more than a tenth of the payments so far, there is none. What is doubtful or missing is said. With `months` or `against`, the sentences are about the payments of these months alone.
         */
        get: operations["list_tx_sentences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/il/sales-tax/sentences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell in sentences how the payments of a selection compare
         * @description One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. `range` says why an estimate has none. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. Of a group, it names the tax that moved most among the places that the change counts, or else a place that moved a fifth of the change or more. If changes of tax made half of the change, it says so. `projection` of a group adds up the estimates of its places. Places without one count in the same proportion; if they got more than a tenth of the payments so far, there is none. What is doubtful or missing is said. With `months` or `against`, the sentences are about the payments of these months alone.
         */
        get: operations["list_il_sentences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nc/sales-tax/sentences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell in sentences how the payments of a selection compare
         * @description One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. `range` says why an estimate has none. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. Of a group, it names the tax that moved most among the places that the change counts, or else a place that moved a fifth of the change or more. If changes of tax made half of the change, it says so. `projection` of a group adds up the estimates of its places. Places without one count in the same proportion; if they got more than a tenth of the payments so far, there is none. What is doubtful or missing is said. With `months` or `against`, the sentences are about the payments of these months alone.
         */
        get: operations["list_nc_sentences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jurisdictions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what explains the figures of a place in time
         * @description In the order of time. Months are months of payment. The changes of taxes and of sharing are those that the comparable changes of months name. An event that began before the second month of the place is not known.
         */
        get: operations["list_events"];
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
        /**
         * List the reports and rows behind the figures of a place
         * @description One record for each datapoint.
         */
        get: operations["list_sources"];
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
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed since a version, the most important first
         * @description Compares two versions of the dataset: a figure that changed twice is one change, and one that changed back is none. The order: new months, reports, restated and removed figures, the largest difference of the payment first, then changed counties, jurisdictions and figures that were missing. /api/revisions lists every single change of a figure. /updates.atom has the newest records by month as an Atom feed, for feed readers.
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
    "/api/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the checks found: errors, then warnings, then infos
         * @description You can combine all parameters. Within a severity, the list is sorted by state, then by newest month. Unusual payments come after the others of their severity and state, the largest first. Those below $10,000 a month are left out, unless the request names a minimum, a code or jurisdictions. A finding stays in the list until a run no longer finds it.
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
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the report files, those received last first
         * @description You can combine all parameters. A report that was refused is not in the list: its errors are in the output of the run.
         */
        get: operations["list_reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs that changed the dataset, newest first
         * @description A run that changed nothing makes no version, and is not in the list.
         */
        get: operations["list_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missing-months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the months and quarters without a report, by state and kind
         * @description The list begins with the first month of the state. A kind of report without any loaded report is missing up to the last month of the state; comparison sheets are not. The answer can change with the day, because reports become due.
         */
        get: operations["list_missing_months"];
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
        CaAllocation: {
            dates: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter: number;
            };
            jurisdiction: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 60019050
                 */
                id: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Los Angeles
                 */
                name: string;
                /** @description The name in lower case, with hyphens between words */
                slug: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state: "ca";
                /** @description city, county, transit or special_district. null if unknown */
                type: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example 19050
                 */
                sales_tax_id: string;
            };
            /**
             * @description Net payment made to the jurisdiction. Unit: US dollars
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description Amount distributed from local sales of the sales period. Unit: US dollars
             * @example 1428564.94
             */
            current_distributions: number | null;
            /**
             * @description Quarterly taxpayers' local and county payments advanced to the jurisdiction. Unit: US dollars
             * @example 1428564.94
             */
            current_advance: number | null;
            /**
             * @description Amount allocated from the county's pool. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            countywide_pool: number | null;
            /**
             * @description The jurisdiction's share of the county's pool. Only at quarter ends; 0 in other months. Unit: percent
             * @example 12.5
             */
            countywide_pool_percentage: number | null;
            /**
             * @description Amount allocated from the state's pool. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            statewide_pool: number | null;
            /**
             * @description The jurisdiction's share of the state's pool. Only at quarter ends; 0 in other months. Unit: percent
             * @example 12.5
             */
            statewide_pool_percentage: number | null;
            /**
             * @description Local payments allocated to the county under the sharing agreement: positive if shared away, negative if refunded. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            county_share: number | null;
            /**
             * @description Net amount advanced in the earlier months of the quarter: positive if advanced, negative if reversed. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            net_prior_allocations: number | null;
            /**
             * @description The state tax administration's cost charged to the jurisdiction: positive if charged, negative if refunded. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            administrative_cost: number | null;
            /**
             * @description Total of any other adjustments. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            other_adjustments: number | null;
            /** @description Change from the same month a year before. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment: number | null;
                /**
                 * @description current_distributions: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_distributions: number | null;
                /**
                 * @description current_advance: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_advance: number | null;
                /**
                 * @description countywide_pool: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                countywide_pool: number | null;
                /**
                 * @description countywide_pool_percentage: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                countywide_pool_percentage: number | null;
                /**
                 * @description statewide_pool: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                statewide_pool: number | null;
                /**
                 * @description statewide_pool_percentage: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                statewide_pool_percentage: number | null;
                /**
                 * @description county_share: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                county_share: number | null;
                /**
                 * @description net_prior_allocations: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_prior_allocations: number | null;
                /**
                 * @description administrative_cost: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                administrative_cost: number | null;
                /**
                 * @description other_adjustments: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                other_adjustments: number | null;
            };
            /** @description Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months */
            trends: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description current_distributions: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                current_distributions: number | null;
                /**
                 * @description current_advance: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                current_advance: number | null;
                /**
                 * @description countywide_pool: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                countywide_pool: number | null;
                /**
                 * @description countywide_pool_percentage: mean of the trailing twelve months. Unit: percent
                 * @example 12.5
                 */
                countywide_pool_percentage: number | null;
                /**
                 * @description statewide_pool: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                statewide_pool: number | null;
                /**
                 * @description statewide_pool_percentage: mean of the trailing twelve months. Unit: percent
                 * @example 12.5
                 */
                statewide_pool_percentage: number | null;
                /**
                 * @description county_share: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                county_share: number | null;
                /**
                 * @description net_prior_allocations: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_prior_allocations: number | null;
                /**
                 * @description administrative_cost: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                administrative_cost: number | null;
                /**
                 * @description other_adjustments: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                other_adjustments: number | null;
            };
            /** @description Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing */
            ytd: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description current_distributions: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                current_distributions: number | null;
                /**
                 * @description current_advance: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                current_advance: number | null;
                /**
                 * @description countywide_pool: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                countywide_pool: number | null;
                /**
                 * @description countywide_pool_percentage: mean of the quarter ends so far. Unit: percent
                 * @example 12.5
                 */
                countywide_pool_percentage: number | null;
                /**
                 * @description statewide_pool: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                statewide_pool: number | null;
                /**
                 * @description statewide_pool_percentage: mean of the quarter ends so far. Unit: percent
                 * @example 12.5
                 */
                statewide_pool_percentage: number | null;
                /**
                 * @description county_share: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                county_share: number | null;
                /**
                 * @description net_prior_allocations: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_prior_allocations: number | null;
                /**
                 * @description administrative_cost: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                administrative_cost: number | null;
                /**
                 * @description other_adjustments: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                other_adjustments: number | null;
            };
        };
        Change: {
            /**
             * @description new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. changed_county: a place of which the newest month names another county; past sums of both counties follow. ended_jurisdiction: no record in the newest month. With by=month, restatement: what a run changed together; due_report: a report that should be there and is not
             * @enum {string}
             */
            change: "new_month" | "withdrawn_report" | "restated_figure" | "removed_figure" | "changed_county" | "ended_jurisdiction" | "new_jurisdiction" | "new_figure" | "restatement" | "due_report";
            /** @description Two-letter code in lower case */
            state: string;
            /**
             * Format: date
             * @description The month. The first one of a new jurisdiction, the last one of an ended jurisdiction or a report
             * @example 2024-05-01
             */
            allocation_period: string | null;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_period: string | null;
            /** @description null if the change is about several jurisdictions, or about a report */
            jurisdiction: {
                /** @description Never changes */
                id: number;
                /** @description Its newest name. null if the jurisdiction is no longer in the dataset */
                name: string | null;
                /** @description city, county, transit or special_district. null if unknown */
                type: string | null;
                /** @description Its county, without the word County. null if unknown */
                county: string | null;
            } | null;
            /**
             * @description The field of the figures
             * @example net_payment
             */
            field: string | null;
            /** @description Unit of the figures: amount or percent. null if there are none */
            unit: string | null;
            /** @description The figure in that version, in the unit of the field. Unit: US dollars or percent */
            before: number | null;
            /** @description The figure now, in the unit of the field. For an ended jurisdiction, its last figure. Unit: US dollars or percent */
            after: number | null;
            /** @description The sum of the field over the new records or figures. null for percentages and single figures. With by=month, the payments of the month, or by how much a run changed the payments. Unit: US dollars or percent */
            total: number | null;
            /** @description The number of new records or figures. null for single ones */
            jurisdictions: number | null;
            /** @description The report of the change. null if there are several, or none */
            report: {
                /** @description SHA-256 of its bytes */
                sha256: string;
                /** @description Name of the file when it was received */
                file_name: string;
                /**
                 * @description What the report is: the state, and its name for such reports
                 * @example ca/monthly-statement
                 */
                kind: string;
                /**
                 * Format: date-time
                 * @description When the report was received
                 */
                received_at: string;
            } | null;
            /** @description Why a report was withdrawn. For a changed county, the county before and now */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the newest run that changed it finished; when a report was withdrawn
             */
            at: string;
            /**
             * @description With by=month: names the record, and never changes
             * @example month-ca-2026-10
             */
            key: string | null;
            /**
             * @description With by=month: what is new, in a line
             * @example California: payments of October 2026
             */
            title: string | null;
            /** @description With by=month: what is new, in a few sentences */
            text: string | null;
            /** @description With by=month: change of the payments of a month that came. Unit: fraction: 0.05 is 5% */
            growth: number | null;
            /**
             * @description With by=month: the city that lost most, and how much
             * @example Charlotte, −$3.12 million
             */
            largest_fall: string | null;
            /**
             * @description With by=month: the path of the page that shows it
             * @example /rankings/ca/2026-10
             */
            page: string | null;
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
        Event: {
            /**
             * Format: date
             * @description The first month of payment
             * @example 2024-05-01
             */
            from: string;
            /**
             * Format: date
             * @description The last month of payment. The same in an event of one month
             * @example 2024-05-01
             */
            to: string;
            /**
             * @description tax_changed: a rate changed, or a tax was not paid for some months. sharing_changed: the county divides its tax another way. restated: a later report changed the payment. doubted: the checks doubt the payment. not_loaded: no payment in the life of the place. own: from the register of events
             * @enum {string}
             */
            kind: "tax_began" | "tax_ended" | "tax_changed" | "sharing_changed" | "restated" | "doubted" | "not_loaded" | "own";
            /**
             * @description What happened, in at most twelve words
             * @example Article 46 began
             */
            text: string;
        };
        Finding: {
            /**
             * @description How much it matters
             * @enum {string}
             */
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
            /** @description Two-letter code in lower case */
            state: string;
            /** @description null if the finding is about a report, a row without a code, or the whole state */
            jurisdiction: {
                /** @description Never changes */
                id: number;
                /** @description Its newest name. null if the jurisdiction is no longer in the dataset */
                name: string | null;
                /** @description city, county, transit or special_district. null if unknown */
                type: string | null;
                /** @description Its county, without the word County. null if unknown */
                county: string | null;
            } | null;
            /**
             * Format: date
             * @description null if the finding is about a report or a row without a month
             */
            allocation_period: string | null;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_period: string | null;
            /** @description The report that shows it. null if there is none */
            report: {
                /** @description SHA-256 of its bytes */
                sha256: string;
                /** @description Name of the file when it was received */
                file_name: string;
            } | null;
            /** @description null if the format has no sheets */
            sheet: string | null;
            /** @description Row number in the report, from 1 */
            row: number | null;
            /** @description Header of the column, or name of the field */
            column: string | null;
        };
        IlAllocation: {
            dates: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter: number;
            };
            jurisdiction: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 173900010
                 */
                id: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Abingdon
                 */
                name: string;
                /** @description The name in lower case, with hyphens between words */
                slug: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state: "il";
                /** @description city, county, transit or special_district. null if unknown */
                type: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example 390000010-abingdon
                 */
                sales_tax_id: string;
            };
            /**
             * @description All taxes disbursed to the government. Unit: US dollars
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description The government's share of the state sales tax. Unit: US dollars
             * @example 1428564.94
             */
            state_shared: number | null;
            /**
             * @description Home rule sales tax. Unit: US dollars
             * @example 1428564.94
             */
            home_rule: number | null;
            /**
             * @description Non-home rule sales tax. Unit: US dollars
             * @example 1428564.94
             */
            non_home_rule: number | null;
            /**
             * @description Business district tax. Unit: US dollars
             * @example 1428564.94
             */
            business_district: number | null;
            /**
             * @description County tax for public safety. Unit: US dollars
             * @example 1428564.94
             */
            public_safety: number | null;
            /**
             * @description County tax for school facilities. Unit: US dollars
             * @example 1428564.94
             */
            school_facilities: number | null;
            /**
             * @description County tax for flood protection. Unit: US dollars
             * @example 1428564.94
             */
            flood_protection: number | null;
            /**
             * @description Taxes for public transit, and the share of counties in them. Unit: US dollars
             * @example 1428564.94
             */
            transit: number | null;
            /**
             * @description Taxes on vehicles and on renting them. Unit: US dollars
             * @example 1428564.94
             */
            vehicles_and_rental: number | null;
            /**
             * @description Local motor fuel taxes. Unit: US dollars
             * @example 1428564.94
             */
            motor_fuel: number | null;
            /**
             * @description Taxes of other districts, and taxes not known. Unit: US dollars
             * @example 1428564.94
             */
            other: number | null;
            /** @description Change from the same month a year before. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment: number | null;
                /**
                 * @description state_shared: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                state_shared: number | null;
                /**
                 * @description home_rule: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                home_rule: number | null;
                /**
                 * @description non_home_rule: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                non_home_rule: number | null;
                /**
                 * @description business_district: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                business_district: number | null;
                /**
                 * @description public_safety: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                public_safety: number | null;
                /**
                 * @description school_facilities: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                school_facilities: number | null;
                /**
                 * @description flood_protection: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                flood_protection: number | null;
                /**
                 * @description transit: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                transit: number | null;
                /**
                 * @description vehicles_and_rental: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                vehicles_and_rental: number | null;
                /**
                 * @description motor_fuel: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                motor_fuel: number | null;
                /**
                 * @description other: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                other: number | null;
            };
            /** @description Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months */
            trends: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description state_shared: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                state_shared: number | null;
                /**
                 * @description home_rule: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                home_rule: number | null;
                /**
                 * @description non_home_rule: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                non_home_rule: number | null;
                /**
                 * @description business_district: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                business_district: number | null;
                /**
                 * @description public_safety: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                public_safety: number | null;
                /**
                 * @description school_facilities: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                school_facilities: number | null;
                /**
                 * @description flood_protection: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                flood_protection: number | null;
                /**
                 * @description transit: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                transit: number | null;
                /**
                 * @description vehicles_and_rental: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                vehicles_and_rental: number | null;
                /**
                 * @description motor_fuel: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                motor_fuel: number | null;
                /**
                 * @description other: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                other: number | null;
            };
            /** @description Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing */
            ytd: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description state_shared: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                state_shared: number | null;
                /**
                 * @description home_rule: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                home_rule: number | null;
                /**
                 * @description non_home_rule: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                non_home_rule: number | null;
                /**
                 * @description business_district: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                business_district: number | null;
                /**
                 * @description public_safety: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                public_safety: number | null;
                /**
                 * @description school_facilities: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                school_facilities: number | null;
                /**
                 * @description flood_protection: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                flood_protection: number | null;
                /**
                 * @description transit: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                transit: number | null;
                /**
                 * @description vehicles_and_rental: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                vehicles_and_rental: number | null;
                /**
                 * @description motor_fuel: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                motor_fuel: number | null;
                /**
                 * @description other: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                other: number | null;
            };
        };
        Jurisdiction: {
            /**
             * @description Never changes
             * @example 60019050
             */
            id: number;
            /**
             * @description The newest name
             * @example Los Angeles
             */
            name: string;
            /**
             * @description The name in lower case, with hyphens between words
             * @example los-angeles
             */
            slug: string;
            /** @description Two-letter code in lower case */
            state: string;
            /** @description null if no report names the type */
            type: ("city" | "county" | "transit" | "special_district") | null;
            /**
             * @description From rates.csv or, in Texas, from comparison sheets; dated-rates.csv is for comparisons. null if unknown. Unit: fraction: 0.05 is 5%
             * @example 0.0775
             */
            sales_tax_rate: number | null;
            /**
             * @description The code that the state gives the jurisdiction. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
             * @example 19050
             */
            sales_tax_id: string;
            /**
             * @description Its county, without the word County. Of several counties, the first. null if unknown
             * @example Los Angeles
             */
            county: string | null;
            /** @description All counties that reports ever listed it in, those of its newest month first, the larger payment before the smaller. Files join them with a semicolon */
            counties: string[];
            /** @description The name as the newest report prints it */
            printed_name: string;
            /**
             * Format: date
             * @description First allocation period in the dataset. null without records
             * @example 2018-06-01
             */
            first_period: string | null;
            /**
             * Format: date
             * @description The month of the sales behind first_period. null without records, and if no source states it
             * @example 2018-04-01
             */
            first_sales_period: string | null;
            /**
             * Format: date
             * @description Last allocation period in the dataset. null without records
             */
            last_period: string | null;
            /**
             * Format: date
             * @description The month of the sales behind last_period. null without records, and if no source states it
             */
            last_sales_period: string | null;
            /** @description The net payment of last_period. Unit: US dollars */
            last_payment: number | null;
            /** @description The former name that matches q. null if another name matches */
            former_name: string | null;
        };
        Line: {
            /** @description Rank by value among all records: 1 is the largest */
            rank: number | null;
            /** @description null for a group */
            jurisdiction: {
                /** @description Never changes */
                id: number;
                /** @description Its newest name. null if the jurisdiction is no longer in the dataset */
                name: string | null;
                /** @description city, county, transit or special_district. null if unknown */
                type: string | null;
                /** @description Its county, without the word County. null if unknown */
                county: string | null;
            } | null;
            /** @description The county, type or state of a group. null for a place, and for the group of places whose county or type is not known */
            group: string | null;
            /** @description How many places are added up */
            members: number;
            /**
             * @description The months of the value, such as 2020-03..2020-06
             * @example 2026-10
             */
            months: string;
            /**
             * @description The months to set them against
             * @example 2025-10
             */
            against: string;
            /** @description The payments of the months */
            sum: {
                /** @description The payments of the months. null if it is not known, or lacks too many payments. Unit: US dollars */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
            /** @description Share of the sum of the whole selection. Unit: fraction: 0.05 is 5% */
            share: number | null;
            /** @description Its twelve months, divided by those of the place that it is near to. null without near. Unit: fraction: 0.05 is 5% */
            size: number | null;
            /** @description The months of both spans in which a place has no payment. null if there is none, and for a group */
            lacking: string | null;
            /** @description Why the change is doubtful: the checks doubt a payment of it. null if not, and for a group */
            doubt: {
                /**
                 * Format: date
                 * @description The month of the doubted payment
                 * @example 2024-05-01
                 */
                month: string;
                /**
                 * @description The code of the finding
                 * @example unusual-payment
                 */
                code: string;
                /** @description What the checks found */
                text: string;
            } | null;
        };
        MissingMonth: {
            /** @description Two-letter code in lower case */
            state: string;
            /**
             * @description What the report is: the state, and its name for such reports
             * @example ca/monthly-statement
             */
            kind: string;
            /**
             * @description The month, or the sales quarter of a quarterly report
             * @example 2024Q1
             */
            period: string;
            /**
             * Format: date
             * @description The month in which the money is paid
             */
            allocation_period: string;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_period: string | null;
            /**
             * @description Why the report is missing: "missing" is not later than loaded ones, "expected" is the newest one that is due, and "overdue" was due before it
             * @enum {string}
             */
            status: "missing" | "expected" | "overdue";
            /**
             * Format: date
             * @description The day on which the report was due. null if it is not later than loaded ones
             */
            due: string | null;
        };
        Month: {
            /**
             * Format: date
             * @description Month in which the money was released
             * @example 2024-05-01
             */
            month: string;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_month: string | null;
            /**
             * @description The fiscal year that the payment counts in
             * @example 2023-24
             */
            fiscal_year: string;
            /** @description Places with a datapoint in the month or in one of the 24 before it */
            members: number;
            /** @description The figure of the month, or of the quarter */
            payment: {
                /** @description The figure of the month, or of the quarter. null if it is not known, or lacks too many payments. Unit: US dollars or percent */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars or percent */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars or percent */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
            /** @description The sum of the fiscal year so far */
            fiscal_year_to_date: {
                /** @description The sum of the fiscal year so far. null if it is not known, or lacks too many payments. Unit: US dollars or percent */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars or percent */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars or percent */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
            /** @description The sum of the twelve months that end here */
            twelve_months: {
                /** @description The sum of the twelve months that end here. null if it is not known, or lacks too many payments. Unit: US dollars or percent */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars or percent */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars or percent */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
            /** @description Rank of a place by this figure in the state and type: 1 is the largest */
            rank: number | null;
            /** @description How many places of the type have the figure in this month */
            ranked: number | null;
            /** @description Share of the sum of all places of the same type in the county. Unit: fraction: 0.05 is 5% */
            share_of_county: number | null;
            /** @description Share of the sum of all places of the same type in the state. null for percentages, as the rank. Unit: fraction: 0.05 is 5% */
            share_of_state: number | null;
            /** @description Why the change is doubtful: the checks doubt a payment of it. null if not, and for a group */
            doubt: {
                /**
                 * Format: date
                 * @description The month of the doubted payment
                 * @example 2024-05-01
                 */
                month: string;
                /**
                 * @description The code of the finding
                 * @example unusual-payment
                 */
                code: string;
                /** @description What the checks found */
                text: string;
            } | null;
        };
        NcAllocation: {
            dates: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter: number;
            };
            jurisdiction: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 370001065
                 */
                id: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Burlington
                 */
                name: string;
                /** @description The name in lower case, with hyphens between words */
                slug: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state: "nc";
                /** @description city, county, transit or special_district. null if unknown */
                type: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example burlington
                 */
                sales_tax_id: string;
            };
            /**
             * @description All that is distributed to the county or municipality. Unit: US dollars
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description The county's local tax of 1%. Unit: US dollars
             * @example 1428564.94
             */
            article_39: number | null;
            /**
             * @description The county's local tax of ½ %, first of two. Unit: US dollars
             * @example 1428564.94
             */
            article_40: number | null;
            /**
             * @description The county's local tax of ½ %, second of two. Unit: US dollars
             * @example 1428564.94
             */
            article_42: number | null;
            /**
             * @description The county's local tax for public transit. Unit: US dollars
             * @example 1428564.94
             */
            article_43: number | null;
            /**
             * @description Late collections of a tax that was repealed. Unit: US dollars
             * @example 1428564.94
             */
            article_44: number | null;
            /**
             * @description An amount added by G.S. 105-524, for 79 counties since July 2016. Unit: US dollars
             * @example 1428564.94
             */
            article_44_524: number | null;
            /**
             * @description A regional authority's tax for public transit. Unit: US dollars
             * @example 1428564.94
             */
            article_45: number | null;
            /**
             * @description The county's local tax of ¼ %. Unit: US dollars
             * @example 1428564.94
             */
            article_46: number | null;
            /**
             * @description What a county pays its cities because the tax of Article 44 was repealed (G.S. 105-522). It is below zero for a county. Unit: US dollars
             * @example 1428564.94
             */
            city_hold_harmless: number | null;
            /** @description Change from the same month a year before. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment: number | null;
                /**
                 * @description article_39: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_39: number | null;
                /**
                 * @description article_40: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_40: number | null;
                /**
                 * @description article_42: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_42: number | null;
                /**
                 * @description article_43: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_43: number | null;
                /**
                 * @description article_44: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_44: number | null;
                /**
                 * @description article_44_524: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_44_524: number | null;
                /**
                 * @description article_45: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_45: number | null;
                /**
                 * @description article_46: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_46: number | null;
                /**
                 * @description city_hold_harmless: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                city_hold_harmless: number | null;
            };
            /** @description Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months */
            trends: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description article_39: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_39: number | null;
                /**
                 * @description article_40: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_40: number | null;
                /**
                 * @description article_42: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_42: number | null;
                /**
                 * @description article_43: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_43: number | null;
                /**
                 * @description article_44: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44: number | null;
                /**
                 * @description article_44_524: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44_524: number | null;
                /**
                 * @description article_45: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_45: number | null;
                /**
                 * @description article_46: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_46: number | null;
                /**
                 * @description city_hold_harmless: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                city_hold_harmless: number | null;
            };
            /** @description Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing */
            ytd: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment: number | null;
                /**
                 * @description article_39: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_39: number | null;
                /**
                 * @description article_40: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_40: number | null;
                /**
                 * @description article_42: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_42: number | null;
                /**
                 * @description article_43: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_43: number | null;
                /**
                 * @description article_44: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44: number | null;
                /**
                 * @description article_44_524: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44_524: number | null;
                /**
                 * @description article_45: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_45: number | null;
                /**
                 * @description article_46: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_46: number | null;
                /**
                 * @description city_hold_harmless: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                city_hold_harmless: number | null;
            };
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
        Part: {
            /**
             * @description The months of payment
             * @example 2026-10
             */
            months: string;
            /** @description The months of the sales. null if no source states them */
            sales_months: string | null;
            /**
             * @description The field of the part, or unexplained
             * @example current_collections
             */
            part: string;
            /** @description The name of the part */
            name: string;
            /** @description What the part is */
            meaning: string;
            /** @description What the part adds to the payments */
            amount: {
                /** @description What the part adds to the payments. null if it is not known, or lacks too many payments. Unit: US dollars */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
        };
        Projection: {
            /** @description The place */
            jurisdiction: {
                /** @description Never changes */
                id: number;
                /** @description Its newest name. null if the jurisdiction is no longer in the dataset */
                name: string | null;
                /** @description city, county, transit or special_district. null if unknown */
                type: string | null;
                /** @description Its county, without the word County. null if unknown */
                county: string | null;
            };
            /**
             * @description The fiscal year; the calendar year with fiscal_year_start=1
             * @example 2024-25
             */
            year: string;
            /** @description How many months of the year are known */
            known_months: number;
            /**
             * Format: date
             * @description The last known month: of payment, or of sales with basis=sales
             */
            through: string;
            /** @description The payments of the known months */
            to_date: {
                /** @description The payments of the known months. null if it is not known, or lacks too many payments. Unit: US dollars */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
            /** @description What the year will probably add up to: the known months and the mean of three estimates of the rest, which are the rest of last year, the same with half of the growth so far, and the rest that follows from the usual share of these months in a year. null if there is no estimate: see the reason. Unit: US dollars */
            projected: number | null;
            /** @description The lower end of the range. Its ends are the 10th and the 90th percentile of the errors that this method had in earlier years, with as many known months, for the fifth of the jurisdictions with the most similar size. null if the year is closed, with errors of fewer than three years, and if the tax changed in a way that the estimate cannot count. Unit: US dollars */
            low: number | null;
            /** @description The upper end of the range. Unit: US dollars */
            high: number | null;
            /** @description What a change of tax means for the estimate, if it moves the known months by five points or more. Without a range, the estimate cannot be relied on. null otherwise */
            caution: string | null;
            /** @description Why there is no projection, or no range. null if there are both */
            reason: string | null;
            /** @description two_years: all three estimates. one_year: without the usual share, because the year before the last lacks a month, or it or the same months of it add up to 0 or less. actual: the year is closed */
            method: ("actual" | "two_years" | "one_year") | null;
            /** @description The sum of the year before. null if a month of it is missing. Unit: US dollars */
            last_year: number | null;
            /** @description Change of the projection from the year before, as a fraction. Unit: fraction: 0.05 is 5% */
            change: number | null;
            /** @description In earlier years, half of the projections for jurisdictions of like size were off by this share of the actual sum or less. null with fewer than ten of them. Unit: fraction: 0.05 is 5% */
            usual_error: number | null;
            /** @description The used months with a payment that the checks doubt. null if there are none */
            doubtful_months: string | null;
            /** @description The whole budget of the year. null without one. Unit: US dollars */
            budget: number | null;
            /** @description The part of the budget for the known months. Unit: US dollars */
            budget_to_date: number | null;
            /** @description The payments to date less the budget to date. Unit: US dollars */
            budget_difference: number | null;
            /** @description The projection less the whole budget: the difference at the end of the year. Unit: US dollars */
            projected_difference: number | null;
            /** @description The note of the register */
            budget_note: string | null;
            /** @description The projected months to come, which follow the usual shares. null without a projection, and if the request names no jurisdictions */
            rest: {
                /**
                 * Format: date
                 * @description The month
                 */
                month: string;
                /** @description The projected payment. Unit: US dollars */
                amount: number;
            }[] | null;
        };
        Report: {
            /** @description SHA-256 of its bytes */
            sha256: string;
            /** @description Two-letter code in lower case */
            state: string;
            /**
             * @description What the report is: the state, and its name for such reports
             * @example ca/monthly-statement
             */
            kind: string;
            /** @description Format of the file: csv, json, xlsx or xls */
            format: string;
            /**
             * @description Name of the file when it was received
             * @example statement-2026-10.csv
             */
            file_name: string;
            /**
             * Format: date-time
             * @description When it was received
             */
            received_at: string;
            /**
             * Format: date
             * @description First allocation period in it
             */
            first_month: string;
            /**
             * Format: date
             * @description Last allocation period in it
             */
            last_month: string;
            /**
             * Format: date
             * @description The month of the sales behind `first_month`. null if no source states it
             */
            first_sales_month: string | null;
            /**
             * Format: date
             * @description The month of the sales behind `last_month`. null if no source states it
             */
            last_sales_month: string | null;
            /** @description Rows that the dataset has of it */
            row_count: number;
            /**
             * Format: date-time
             * @description When it was withdrawn. null if it was not
             */
            withdrawn_at: string | null;
            /** @description Why it was withdrawn */
            withdrawn_reason: string | null;
            /** @description Where it was downloaded. null if a person supplied it */
            url: string | null;
            /**
             * Format: date-time
             * @description When it was downloaded. null if a person supplied it
             */
            fetched_at: string | null;
            /**
             * @description Whether it counts. A withdrawn report gives no figures
             * @enum {string}
             */
            status: "loaded" | "withdrawn";
            /**
             * Format: date-time
             * @description When a person loaded it in spite of its doubts
             */
            accepted_at: string | null;
            /** @description Why the person did so */
            accepted_reason: string | null;
        };
        Revision: {
            /** @description Later revisions have higher ids */
            id: number;
            /**
             * Format: date-time
             * @description When the run that made the revision finished
             */
            revised_at: string;
            /** @description The run that made the revision */
            run_id: number;
            /** @description Two-letter code in lower case */
            state: string;
            /** @description The place. Its name is null if it is no longer in the dataset */
            jurisdiction: {
                /** @description Never changes */
                id: number;
                /** @description Its newest name. null if the jurisdiction is no longer in the dataset */
                name: string | null;
            };
            /**
             * Format: date
             * @description The month in which the money was paid
             * @example 2024-05-01
             */
            allocation_period: string;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_period: string | null;
            /**
             * @description The field that changed. "derived": deltas, trends or ytd of the record changed. "datapoint": the record was removed
             * @example net_payment
             */
            field: string;
            /** @description Unit of before and after: amount or percent. null if there are no figures */
            unit: string | null;
            /** @description In the unit of the field. null if there was no figure. Unit: US dollars or percent */
            before: number | null;
            /** @description In the unit of the field. null if the figure was removed. Unit: US dollars or percent */
            after: number | null;
            /**
             * @description correction: an entry of your own corrections.json gives the figure after the change, and no report has it. report: all others
             * @enum {string}
             */
            changed_by: "report" | "correction";
            /** @description The report that now gives the figure. If none does, the report of the record. null if the record was removed */
            report: {
                /** @description SHA-256 of its bytes */
                sha256: string;
                /** @description Name of the file when it was received */
                file_name: string;
            } | null;
        };
        Run: {
            /** @description Later runs have higher ids */
            id: number;
            /**
             * @description The command that ran
             * @enum {string}
             */
            command: "ingest" | "update" | "backfill" | "reprocess" | "withdraw" | "rebuild" | "accept" | "reject";
            /**
             * Format: date-time
             * @description When it started
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it finished
             */
            finished_at: string;
            /**
             * @description How it ended. partial: some reports were refused
             * @enum {string}
             */
            outcome: "ok" | "partial" | "nothing-new";
            /** @description The version of the dataset that it made. null if it changed nothing */
            version: string | null;
            /** @description The version of the program that ran */
            program_version: string;
            /** @description What it did with its reports. null once the details of the run are deleted */
            reports: {
                /** @description Reports that it loaded */
                loaded: number;
                /** @description Reports that had nothing new */
                unchanged: number;
                /** @description Reports with errors or doubts, which it did not load */
                refused: number;
            } | null;
            /** @description What it did with datapoints. null once the details of the run are deleted */
            datapoints: {
                /** @description Datapoints that it added */
                inserted: number;
                /** @description Datapoints whose values or source it changed */
                updated: number;
                /** @description Datapoints that it removed */
                removed: number;
                /** @description Datapoints with a published figure that it changed or removed */
                revised: number;
            } | null;
        };
        Sentence: {
            /**
             * @description What the sentences are about
             * @enum {string}
             */
            topic: "payment" | "sales" | "parts" | "fiscal_year" | "projection" | "range" | "comparable" | "doubt" | "movers";
            /**
             * @description One to three sentences
             * @example $1.59 million in October 2026, up 9.5% from October 2025.
             */
            text: string;
            /** @description doubtful: the checks doubt a payment that the figures use. missing: a figure is not known. tax_changed: a change of tax makes at least half of the change, or the estimate cannot count it. null if none of these */
            caution: ("doubtful" | "missing" | "tax_changed") | null;
        };
        Sources: {
            /**
             * Format: date
             * @description Month in which the money was released
             * @example 2024-05-01
             */
            allocation_period: string;
            /**
             * Format: date
             * @description Month in which the sales were made. null if no source states it
             * @example 2024-03-01
             */
            sales_period: string | null;
            /** @description The file of each report that the record comes from, and its rows */
            rows: string;
            /** @description The rows that the record is merged from, at most one of each kind */
            sources: {
                /**
                 * @description What the report is: the state, and its name for such reports
                 * @example ca/monthly-statement
                 */
                kind: string;
                /** @description The report of the row */
                report: {
                    /** @description The name of the file when it was received */
                    file_name: string;
                    /** @description Hash of the bytes. The archive stores the file under this name */
                    sha256: string;
                    /**
                     * Format: date-time
                     * @description When the report was received
                     */
                    received_at: string;
                    /** @description Where the report was downloaded from. null if a person supplied the file */
                    origin: {
                        /** @description The requested address; of the first page if the report has several */
                        url: string;
                        /**
                         * Format: date-time
                         * @description When the download was complete
                         */
                        fetched_at: string;
                        /** @description The HTTP status. null for a local file */
                        status: number | null;
                        /** @description The server's name of this version */
                        etag: string | null;
                        /** @description When it changed last, as the server says */
                        last_modified: string | null;
                        /** @description Size of the file */
                        bytes: number;
                        /** @description yes if the report is a sample: its figures are invented. null if not */
                        invented: "yes" | null;
                    } | null;
                };
                /** @description null if the format has no sheets */
                sheet: string | null;
                /** @description Row number as a spreadsheet shows it, from 1. In JSON, the number of the record */
                row: number;
                /** @description The fields of the record that come from this row */
                fields: string[];
                /** @description The printed lines that add up to the row. null if the kind prints one line for a month */
                lines: {
                    /** @description null if the format has no sheets */
                    sheet: string | null;
                    /** @description Row number as a spreadsheet shows it, from 1. In JSON, the number of the record */
                    row: number;
                    /** @description The values that distinguish the lines */
                    labels: {
                        [key: string]: string | null;
                    };
                    /** @description Amounts in dollars */
                    figures: {
                        [key: string]: number;
                    };
                }[] | null;
            }[];
            /** @description Fields whose figure comes from the register of corrections instead of these rows */
            corrected: string[];
        };
        StateOverview: {
            /** @enum {string} */
            state: "ca" | "tx" | "il" | "nc";
            name: string;
            /** @description Who publishes the reports */
            agency: string;
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
                /** @description What the field shows, without a full stop */
                meaning: string;
                /** @enum {string} */
                unit: "amount" | "percent";
                /** @description From which figures it is computed. null if a report prints it */
                computed: string | null;
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
                /** @description Like for like, as a fraction: 0.05 is +5% */
                change: number | null;
                sum: components["schemas"]["Month"];
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
            /** @description Reports that are missing, from the first month of the state on */
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
            findings: {
                error: number;
                warning: number;
                info: number;
            };
            /** @description Whether some loaded reports of the state are a sample: their places and figures are invented */
            has_invented: boolean;
        };
        TxAllocation: {
            dates: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted: string;
            };
            entity: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 482002017
                 */
                id: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Andrews
                 */
                name: string;
                /** @description The name in lower case, with hyphens between words */
                slug: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state: "tx";
                /** @description city, county, transit or special_district. null if unknown */
                type: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate: number | null;
                /**
                 * @description The code that the state gives the jurisdiction
                 * @example 2002017
                 */
                sales_tax_id: number;
            };
            /**
             * @description Net payment made to the authority. Unit: US dollars
             * @example 1428564.94
             */
            net_payment: number | null;
            /**
             * @description Tax collected for earlier periods. Unit: US dollars
             * @example 1428564.94
             */
            prior_collection: number | null;
            /**
             * @description Tax collected for the current period. Unit: US dollars
             * @example 1428564.94
             */
            current_collections: number | null;
            /**
             * @description Tax collected ahead of its period. Unit: US dollars
             * @example 1428564.94
             */
            future_collections: number | null;
            /**
             * @description Tax collected, or paid back, after audits. Unit: US dollars
             * @example 1428564.94
             */
            audit_collections: number | null;
            /**
             * @description Tax collected by remote sellers at the single local rate. Unit: US dollars
             * @example 1428564.94
             */
            single_local_rate_collections: number | null;
            /**
             * @description Tax not yet identified with an authority, shared out. Unit: US dollars
             * @example 1428564.94
             */
            unidentified_collections: number | null;
            /**
             * @description The state's fee for collecting the tax. Unit: US dollars
             * @example 1428564.94
             */
            service_fee: number | null;
            /**
             * @description Part of this payment kept back until next month. Unit: US dollars
             * @example 1428564.94
             */
            current_retained: number | null;
            /**
             * @description Part kept back from last month's payment and paid now. Unit: US dollars
             * @example 1428564.94
             */
            prior_retained: number | null;
            /** @description Change from the same month a year before. null if that month is missing, or if it was 0 and this month is not 0 */
            deltas: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment: number | null;
                /**
                 * @description prior_collection: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                prior_collection: number | null;
                /**
                 * @description current_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_collections: number | null;
                /**
                 * @description future_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                future_collections: number | null;
                /**
                 * @description audit_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                audit_collections: number | null;
                /**
                 * @description single_local_rate_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                single_local_rate_collections: number | null;
                /**
                 * @description unidentified_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                unidentified_collections: number | null;
                /**
                 * @description service_fee: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                service_fee: number | null;
                /**
                 * @description current_retained: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_retained: number | null;
                /**
                 * @description prior_retained: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                prior_retained: number | null;
            };
        };
        Year: {
            /** @description The year, such as 2025 or 2025-26 */
            year: string;
            /**
             * @description Whether it is a calendar or a fiscal year
             * @enum {string}
             */
            years: "calendar" | "fiscal";
            /**
             * Format: date
             * @description Its last month in the dataset. A sum ends with it
             */
            last_month: string;
            /**
             * Format: date
             * @description The month of the sales behind its last payment. null if no source states it
             */
            last_sales_month: string | null;
            /** @description How many of its months have a payment */
            months: number;
            /**
             * @description Whether the last month of the year is in the dataset
             * @enum {string}
             */
            closed: "yes" | "no";
            /** @description The sum of the months of the year so far */
            sum: {
                /** @description The sum of the months of the year so far. null if it is not known, or lacks too many payments. Unit: US dollars or percent */
                value: number | null;
                /** @description The same a year before, or in the other months that the request names. Unit: US dollars or percent */
                ago: number | null;
                /** @description The value less the one before. Unit: US dollars or percent */
                difference: number | null;
                /** @description The change of the places that have every payment of both. null without such places. Unit: fraction: 0.05 is 5% */
                change: number | null;
                /** @description The change with a change of tax taken out. null if the tax is not known. Unit: fraction: 0.05 is 5% */
                comparable_change: number | null;
                /** @description Why a change is missing, or compares less than all, and which taxes changed */
                reasons: {
                    /** @enum {string} */
                    code: "missing-before" | "left-out" | "tax-changed" | "further-taxes" | "tax-left-out" | "tax-unknown" | "no-price-index" | "no-population" | "shared-people";
                    text: string;
                }[];
                /** @description Payments that are missing in the value */
                missing: number;
                /** @description Payments of both that the checks doubt */
                doubtful: number;
            };
        };
        ca_allocation_lean: {
            dates?: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter?: number;
            };
            jurisdiction?: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 60019050
                 */
                id?: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Los Angeles
                 */
                name?: string;
                /** @description The name in lower case, with hyphens between words */
                slug?: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state?: "ca";
                /** @description city, county, transit or special_district. null if unknown */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example 19050
                 */
                sales_tax_id?: string;
            };
            /**
             * @description Net payment made to the jurisdiction. Unit: US dollars
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description Amount distributed from local sales of the sales period. Unit: US dollars
             * @example 1428564.94
             */
            current_distributions?: number | null;
            /**
             * @description Quarterly taxpayers' local and county payments advanced to the jurisdiction. Unit: US dollars
             * @example 1428564.94
             */
            current_advance?: number | null;
            /**
             * @description Amount allocated from the county's pool. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            countywide_pool?: number | null;
            /**
             * @description The jurisdiction's share of the county's pool. Only at quarter ends; 0 in other months. Unit: percent
             * @example 12.5
             */
            countywide_pool_percentage?: number | null;
            /**
             * @description Amount allocated from the state's pool. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            statewide_pool?: number | null;
            /**
             * @description The jurisdiction's share of the state's pool. Only at quarter ends; 0 in other months. Unit: percent
             * @example 12.5
             */
            statewide_pool_percentage?: number | null;
            /**
             * @description Local payments allocated to the county under the sharing agreement: positive if shared away, negative if refunded. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            county_share?: number | null;
            /**
             * @description Net amount advanced in the earlier months of the quarter: positive if advanced, negative if reversed. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            net_prior_allocations?: number | null;
            /**
             * @description The state tax administration's cost charged to the jurisdiction: positive if charged, negative if refunded. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            administrative_cost?: number | null;
            /**
             * @description Total of any other adjustments. Only at quarter ends; 0 in other months. Unit: US dollars
             * @example 1428564.94
             */
            other_adjustments?: number | null;
            deltas?: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment?: number | null;
                /**
                 * @description current_distributions: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_distributions?: number | null;
                /**
                 * @description current_advance: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_advance?: number | null;
                /**
                 * @description countywide_pool: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                countywide_pool?: number | null;
                /**
                 * @description countywide_pool_percentage: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                countywide_pool_percentage?: number | null;
                /**
                 * @description statewide_pool: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                statewide_pool?: number | null;
                /**
                 * @description statewide_pool_percentage: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                statewide_pool_percentage?: number | null;
                /**
                 * @description county_share: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                county_share?: number | null;
                /**
                 * @description net_prior_allocations: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_prior_allocations?: number | null;
                /**
                 * @description administrative_cost: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                administrative_cost?: number | null;
                /**
                 * @description other_adjustments: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                other_adjustments?: number | null;
            };
            trends?: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description current_distributions: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                current_distributions?: number | null;
                /**
                 * @description current_advance: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                current_advance?: number | null;
                /**
                 * @description countywide_pool: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                countywide_pool?: number | null;
                /**
                 * @description countywide_pool_percentage: mean of the trailing twelve months. Unit: percent
                 * @example 12.5
                 */
                countywide_pool_percentage?: number | null;
                /**
                 * @description statewide_pool: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                statewide_pool?: number | null;
                /**
                 * @description statewide_pool_percentage: mean of the trailing twelve months. Unit: percent
                 * @example 12.5
                 */
                statewide_pool_percentage?: number | null;
                /**
                 * @description county_share: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                county_share?: number | null;
                /**
                 * @description net_prior_allocations: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_prior_allocations?: number | null;
                /**
                 * @description administrative_cost: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                administrative_cost?: number | null;
                /**
                 * @description other_adjustments: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                other_adjustments?: number | null;
            };
            ytd?: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description current_distributions: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                current_distributions?: number | null;
                /**
                 * @description current_advance: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                current_advance?: number | null;
                /**
                 * @description countywide_pool: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                countywide_pool?: number | null;
                /**
                 * @description countywide_pool_percentage: mean of the quarter ends so far. Unit: percent
                 * @example 12.5
                 */
                countywide_pool_percentage?: number | null;
                /**
                 * @description statewide_pool: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                statewide_pool?: number | null;
                /**
                 * @description statewide_pool_percentage: mean of the quarter ends so far. Unit: percent
                 * @example 12.5
                 */
                statewide_pool_percentage?: number | null;
                /**
                 * @description county_share: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                county_share?: number | null;
                /**
                 * @description net_prior_allocations: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_prior_allocations?: number | null;
                /**
                 * @description administrative_cost: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                administrative_cost?: number | null;
                /**
                 * @description other_adjustments: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                other_adjustments?: number | null;
            };
        };
        ca_allocation_page: {
            data: (components["schemas"]["CaAllocation"] | components["schemas"]["ca_allocation_lean"])[];
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
            };
        };
        event_page: {
            data: components["schemas"]["Event"][];
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
        il_allocation_lean: {
            dates?: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter?: number;
            };
            jurisdiction?: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 173900010
                 */
                id?: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Abingdon
                 */
                name?: string;
                /** @description The name in lower case, with hyphens between words */
                slug?: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state?: "il";
                /** @description city, county, transit or special_district. null if unknown */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example 390000010-abingdon
                 */
                sales_tax_id?: string;
            };
            /**
             * @description All taxes disbursed to the government. Unit: US dollars
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description The government's share of the state sales tax. Unit: US dollars
             * @example 1428564.94
             */
            state_shared?: number | null;
            /**
             * @description Home rule sales tax. Unit: US dollars
             * @example 1428564.94
             */
            home_rule?: number | null;
            /**
             * @description Non-home rule sales tax. Unit: US dollars
             * @example 1428564.94
             */
            non_home_rule?: number | null;
            /**
             * @description Business district tax. Unit: US dollars
             * @example 1428564.94
             */
            business_district?: number | null;
            /**
             * @description County tax for public safety. Unit: US dollars
             * @example 1428564.94
             */
            public_safety?: number | null;
            /**
             * @description County tax for school facilities. Unit: US dollars
             * @example 1428564.94
             */
            school_facilities?: number | null;
            /**
             * @description County tax for flood protection. Unit: US dollars
             * @example 1428564.94
             */
            flood_protection?: number | null;
            /**
             * @description Taxes for public transit, and the share of counties in them. Unit: US dollars
             * @example 1428564.94
             */
            transit?: number | null;
            /**
             * @description Taxes on vehicles and on renting them. Unit: US dollars
             * @example 1428564.94
             */
            vehicles_and_rental?: number | null;
            /**
             * @description Local motor fuel taxes. Unit: US dollars
             * @example 1428564.94
             */
            motor_fuel?: number | null;
            /**
             * @description Taxes of other districts, and taxes not known. Unit: US dollars
             * @example 1428564.94
             */
            other?: number | null;
            deltas?: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment?: number | null;
                /**
                 * @description state_shared: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                state_shared?: number | null;
                /**
                 * @description home_rule: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                home_rule?: number | null;
                /**
                 * @description non_home_rule: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                non_home_rule?: number | null;
                /**
                 * @description business_district: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                business_district?: number | null;
                /**
                 * @description public_safety: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                public_safety?: number | null;
                /**
                 * @description school_facilities: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                school_facilities?: number | null;
                /**
                 * @description flood_protection: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                flood_protection?: number | null;
                /**
                 * @description transit: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                transit?: number | null;
                /**
                 * @description vehicles_and_rental: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                vehicles_and_rental?: number | null;
                /**
                 * @description motor_fuel: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                motor_fuel?: number | null;
                /**
                 * @description other: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                other?: number | null;
            };
            trends?: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description state_shared: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                state_shared?: number | null;
                /**
                 * @description home_rule: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                home_rule?: number | null;
                /**
                 * @description non_home_rule: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                non_home_rule?: number | null;
                /**
                 * @description business_district: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                business_district?: number | null;
                /**
                 * @description public_safety: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                public_safety?: number | null;
                /**
                 * @description school_facilities: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                school_facilities?: number | null;
                /**
                 * @description flood_protection: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                flood_protection?: number | null;
                /**
                 * @description transit: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                transit?: number | null;
                /**
                 * @description vehicles_and_rental: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                vehicles_and_rental?: number | null;
                /**
                 * @description motor_fuel: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                motor_fuel?: number | null;
                /**
                 * @description other: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                other?: number | null;
            };
            ytd?: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description state_shared: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                state_shared?: number | null;
                /**
                 * @description home_rule: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                home_rule?: number | null;
                /**
                 * @description non_home_rule: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                non_home_rule?: number | null;
                /**
                 * @description business_district: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                business_district?: number | null;
                /**
                 * @description public_safety: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                public_safety?: number | null;
                /**
                 * @description school_facilities: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                school_facilities?: number | null;
                /**
                 * @description flood_protection: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                flood_protection?: number | null;
                /**
                 * @description transit: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                transit?: number | null;
                /**
                 * @description vehicles_and_rental: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                vehicles_and_rental?: number | null;
                /**
                 * @description motor_fuel: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                motor_fuel?: number | null;
                /**
                 * @description other: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                other?: number | null;
            };
        };
        il_allocation_page: {
            data: (components["schemas"]["IlAllocation"] | components["schemas"]["il_allocation_lean"])[];
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
        line_page: {
            data: components["schemas"]["Line"][];
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
        missing_month_page: {
            data: components["schemas"]["MissingMonth"][];
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
        month_page: {
            data: components["schemas"]["Month"][];
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
        nc_allocation_lean: {
            dates?: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
                 * @example 2024-03-01
                 */
                sales_period?: string;
                /**
                 * @description The allocation period as text
                 * @example May 2024
                 */
                formatted?: string;
                /**
                 * @description Fiscal quarter of the sales period, 1 to 4
                 * @example 3
                 */
                quarter?: number;
            };
            jurisdiction?: {
                /**
                 * @description The jurisdiction. Its id never changes
                 * @example 370001065
                 */
                id?: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Burlington
                 */
                name?: string;
                /** @description The name in lower case, with hyphens between words */
                slug?: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state?: "nc";
                /** @description city, county, transit or special_district. null if unknown */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
                 * @example 0.0775
                 */
                sales_tax_rate?: number | null;
                /**
                 * @description The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name
                 * @example burlington
                 */
                sales_tax_id?: string;
            };
            /**
             * @description All that is distributed to the county or municipality. Unit: US dollars
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description The county's local tax of 1%. Unit: US dollars
             * @example 1428564.94
             */
            article_39?: number | null;
            /**
             * @description The county's local tax of ½ %, first of two. Unit: US dollars
             * @example 1428564.94
             */
            article_40?: number | null;
            /**
             * @description The county's local tax of ½ %, second of two. Unit: US dollars
             * @example 1428564.94
             */
            article_42?: number | null;
            /**
             * @description The county's local tax for public transit. Unit: US dollars
             * @example 1428564.94
             */
            article_43?: number | null;
            /**
             * @description Late collections of a tax that was repealed. Unit: US dollars
             * @example 1428564.94
             */
            article_44?: number | null;
            /**
             * @description An amount added by G.S. 105-524, for 79 counties since July 2016. Unit: US dollars
             * @example 1428564.94
             */
            article_44_524?: number | null;
            /**
             * @description A regional authority's tax for public transit. Unit: US dollars
             * @example 1428564.94
             */
            article_45?: number | null;
            /**
             * @description The county's local tax of ¼ %. Unit: US dollars
             * @example 1428564.94
             */
            article_46?: number | null;
            /**
             * @description What a county pays its cities because the tax of Article 44 was repealed (G.S. 105-522). It is below zero for a county. Unit: US dollars
             * @example 1428564.94
             */
            city_hold_harmless?: number | null;
            deltas?: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment?: number | null;
                /**
                 * @description article_39: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_39?: number | null;
                /**
                 * @description article_40: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_40?: number | null;
                /**
                 * @description article_42: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_42?: number | null;
                /**
                 * @description article_43: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_43?: number | null;
                /**
                 * @description article_44: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_44?: number | null;
                /**
                 * @description article_44_524: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_44_524?: number | null;
                /**
                 * @description article_45: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_45?: number | null;
                /**
                 * @description article_46: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                article_46?: number | null;
                /**
                 * @description city_hold_harmless: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                city_hold_harmless?: number | null;
            };
            trends?: {
                /**
                 * @description net_payment: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description article_39: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_39?: number | null;
                /**
                 * @description article_40: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_40?: number | null;
                /**
                 * @description article_42: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_42?: number | null;
                /**
                 * @description article_43: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_43?: number | null;
                /**
                 * @description article_44: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44?: number | null;
                /**
                 * @description article_44_524: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44_524?: number | null;
                /**
                 * @description article_45: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_45?: number | null;
                /**
                 * @description article_46: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                article_46?: number | null;
                /**
                 * @description city_hold_harmless: mean of the trailing twelve months. Unit: US dollars
                 * @example 1428564.94
                 */
                city_hold_harmless?: number | null;
            };
            ytd?: {
                /**
                 * @description net_payment: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                net_payment?: number | null;
                /**
                 * @description article_39: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_39?: number | null;
                /**
                 * @description article_40: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_40?: number | null;
                /**
                 * @description article_42: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_42?: number | null;
                /**
                 * @description article_43: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_43?: number | null;
                /**
                 * @description article_44: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44?: number | null;
                /**
                 * @description article_44_524: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_44_524?: number | null;
                /**
                 * @description article_45: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_45?: number | null;
                /**
                 * @description article_46: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                article_46?: number | null;
                /**
                 * @description city_hold_harmless: sum of the calendar year so far. Unit: US dollars
                 * @example 1428564.94
                 */
                city_hold_harmless?: number | null;
            };
        };
        nc_allocation_page: {
            data: (components["schemas"]["NcAllocation"] | components["schemas"]["nc_allocation_lean"])[];
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
        part_page: {
            data: components["schemas"]["Part"][];
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
        projection_other: {
            /**
             * @description The fiscal year; the calendar year with fiscal_year_start=1
             * @example 2024-25
             */
            year: string;
            /** @description How many months of the year are known */
            known_months: number;
            /**
             * @description yes: the jurisdictions of which a change of tax moved the known months by five points or more, or by an unknown part. no: all others
             * @enum {string}
             */
            tax_changed: "no" | "yes";
            /** @description How many jurisdictions were projected */
            places: number;
            /** @description Half of the projections were off by this share of the actual sum or less. Unit: fraction: 0.05 is 5% */
            median_error: number | null;
            /** @description Nine of ten projections were off by this share of the actual sum or less. Unit: fraction: 0.05 is 5% */
            large_error: number | null;
            /** @description How many of these projections had a range */
            ranges: number;
            /** @description The share of these ranges that had the actual sum in them. null without ranges: they need three earlier years. Unit: fraction: 0.05 is 5% */
            inside: number | null;
        };
        projection_page: {
            data: (components["schemas"]["Projection"] | components["schemas"]["projection_other"])[];
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
        };
        report_page: {
            data: components["schemas"]["Report"][];
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
        run_page: {
            data: components["schemas"]["Run"][];
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
        sentence_page: {
            data: components["schemas"]["Sentence"][];
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
        sources_page: {
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
        tx_allocation_lean: {
            dates?: {
                /**
                 * Format: date
                 * @description The month in which the money was released
                 * @example 2024-05-01
                 */
                allocation_period?: string;
                /**
                 * Format: date
                 * @description The month in which the tax was reported
                 * @example 2024-04-01
                 */
                revenue_period?: string;
                /**
                 * Format: date
                 * @description The month in which the sales occurred
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
                 * @description The jurisdiction. Its id never changes
                 * @example 482002017
                 */
                id?: number;
                /**
                 * @description The newest name of the jurisdiction
                 * @example Andrews
                 */
                name?: string;
                /** @description The name in lower case, with hyphens between words */
                slug?: string;
                /**
                 * @description Two-letter code in lower case
                 * @enum {string}
                 */
                state?: "tx";
                /** @description city, county, transit or special_district. null if unknown */
                type?: ("city" | "county" | "transit" | "special_district") | null;
                /**
                 * @description From the registers or, in Texas, from comparison sheets. null if unknown. Unit: fraction: 0.05 is 5%
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
             * @description Net payment made to the authority. Unit: US dollars
             * @example 1428564.94
             */
            net_payment?: number | null;
            /**
             * @description Tax collected for earlier periods. Unit: US dollars
             * @example 1428564.94
             */
            prior_collection?: number | null;
            /**
             * @description Tax collected for the current period. Unit: US dollars
             * @example 1428564.94
             */
            current_collections?: number | null;
            /**
             * @description Tax collected ahead of its period. Unit: US dollars
             * @example 1428564.94
             */
            future_collections?: number | null;
            /**
             * @description Tax collected, or paid back, after audits. Unit: US dollars
             * @example 1428564.94
             */
            audit_collections?: number | null;
            /**
             * @description Tax collected by remote sellers at the single local rate. Unit: US dollars
             * @example 1428564.94
             */
            single_local_rate_collections?: number | null;
            /**
             * @description Tax not yet identified with an authority, shared out. Unit: US dollars
             * @example 1428564.94
             */
            unidentified_collections?: number | null;
            /**
             * @description The state's fee for collecting the tax. Unit: US dollars
             * @example 1428564.94
             */
            service_fee?: number | null;
            /**
             * @description Part of this payment kept back until next month. Unit: US dollars
             * @example 1428564.94
             */
            current_retained?: number | null;
            /**
             * @description Part kept back from last month's payment and paid now. Unit: US dollars
             * @example 1428564.94
             */
            prior_retained?: number | null;
            deltas?: {
                /**
                 * @description net_payment: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                net_payment?: number | null;
                /**
                 * @description prior_collection: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                prior_collection?: number | null;
                /**
                 * @description current_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_collections?: number | null;
                /**
                 * @description future_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                future_collections?: number | null;
                /**
                 * @description audit_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                audit_collections?: number | null;
                /**
                 * @description single_local_rate_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                single_local_rate_collections?: number | null;
                /**
                 * @description unidentified_collections: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                unidentified_collections?: number | null;
                /**
                 * @description service_fee: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                service_fee?: number | null;
                /**
                 * @description current_retained: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                current_retained?: number | null;
                /**
                 * @description prior_retained: change from the same month of the year before. Unit: fraction: 0.05 is 5%
                 * @example 0.0215
                 */
                prior_retained?: number | null;
            };
        };
        tx_allocation_page: {
            data: (components["schemas"]["TxAllocation"] | components["schemas"]["tx_allocation_lean"])[];
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
        year_page: {
            data: components["schemas"]["Year"][];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type CaAllocation = components['schemas']['CaAllocation'];
export type Change = components['schemas']['Change'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type Finding = components['schemas']['Finding'];
export type IlAllocation = components['schemas']['IlAllocation'];
export type Jurisdiction = components['schemas']['Jurisdiction'];
export type Line = components['schemas']['Line'];
export type MissingMonth = components['schemas']['MissingMonth'];
export type Month = components['schemas']['Month'];
export type NcAllocation = components['schemas']['NcAllocation'];
export type Overview = components['schemas']['Overview'];
export type Part = components['schemas']['Part'];
export type Projection = components['schemas']['Projection'];
export type Report = components['schemas']['Report'];
export type Revision = components['schemas']['Revision'];
export type Run = components['schemas']['Run'];
export type Sentence = components['schemas']['Sentence'];
export type Sources = components['schemas']['Sources'];
export type StateOverview = components['schemas']['StateOverview'];
export type TxAllocation = components['schemas']['TxAllocation'];
export type Year = components['schemas']['Year'];
export type CaAllocationLean = components['schemas']['ca_allocation_lean'];
export type CaAllocationPage = components['schemas']['ca_allocation_page'];
export type ChangePage = components['schemas']['change_page'];
export type EventPage = components['schemas']['event_page'];
export type FindingPage = components['schemas']['finding_page'];
export type Health = components['schemas']['health'];
export type IlAllocationLean = components['schemas']['il_allocation_lean'];
export type IlAllocationPage = components['schemas']['il_allocation_page'];
export type JurisdictionItem = components['schemas']['jurisdiction_item'];
export type JurisdictionPage = components['schemas']['jurisdiction_page'];
export type LinePage = components['schemas']['line_page'];
export type MissingMonthPage = components['schemas']['missing_month_page'];
export type MonthPage = components['schemas']['month_page'];
export type NcAllocationLean = components['schemas']['nc_allocation_lean'];
export type NcAllocationPage = components['schemas']['nc_allocation_page'];
export type OverviewItem = components['schemas']['overview_item'];
export type PartPage = components['schemas']['part_page'];
export type ProjectionOther = components['schemas']['projection_other'];
export type ProjectionPage = components['schemas']['projection_page'];
export type Readiness = components['schemas']['readiness'];
export type ReportPage = components['schemas']['report_page'];
export type RevisionPage = components['schemas']['revision_page'];
export type RunPage = components['schemas']['run_page'];
export type SentencePage = components['schemas']['sentence_page'];
export type SourcesPage = components['schemas']['sources_page'];
export type TxAllocationLean = components['schemas']['tx_allocation_lean'];
export type TxAllocationPage = components['schemas']['tx_allocation_page'];
export type YearPage = components['schemas']['year_page'];
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
    list_ca_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
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
    list_tx_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
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
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
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
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    list_tx_allocations_2: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
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
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
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
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    list_tx_allocations_3: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
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
                /** @description Field to sort by. Put - before it for descending order. Default: -allocation_period. Records without the figure come last. Equal records are sorted by newest period, then by jurisdiction id */
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "prior_collection" | "-prior_collection" | "prior_collections" | "-prior_collections" | "current_collections" | "-current_collections" | "future_collections" | "-future_collections" | "audit_collections" | "-audit_collections" | "single_local_rate_collections" | "-single_local_rate_collections";
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
                    "application/json": components["schemas"]["tx_allocation_page"];
                };
            };
        };
    };
    list_il_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
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
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "state_shared" | "-state_shared" | "home_rule" | "-home_rule" | "non_home_rule" | "-non_home_rule" | "business_district" | "-business_district" | "public_safety" | "-public_safety" | "school_facilities" | "-school_facilities" | "flood_protection" | "-flood_protection" | "transit" | "-transit" | "vehicles_and_rental" | "-vehicles_and_rental" | "motor_fuel" | "-motor_fuel" | "other" | "-other" | "deltas.net_payment" | "-deltas.net_payment" | "deltas.state_shared" | "-deltas.state_shared" | "deltas.home_rule" | "-deltas.home_rule" | "deltas.non_home_rule" | "-deltas.non_home_rule" | "deltas.business_district" | "-deltas.business_district" | "deltas.public_safety" | "-deltas.public_safety" | "deltas.school_facilities" | "-deltas.school_facilities" | "deltas.flood_protection" | "-deltas.flood_protection" | "deltas.transit" | "-deltas.transit" | "deltas.vehicles_and_rental" | "-deltas.vehicles_and_rental" | "deltas.motor_fuel" | "-deltas.motor_fuel" | "deltas.other" | "-deltas.other" | "trends.net_payment" | "-trends.net_payment" | "trends.state_shared" | "-trends.state_shared" | "trends.home_rule" | "-trends.home_rule" | "trends.non_home_rule" | "-trends.non_home_rule" | "trends.business_district" | "-trends.business_district" | "trends.public_safety" | "-trends.public_safety" | "trends.school_facilities" | "-trends.school_facilities" | "trends.flood_protection" | "-trends.flood_protection" | "trends.transit" | "-trends.transit" | "trends.vehicles_and_rental" | "-trends.vehicles_and_rental" | "trends.motor_fuel" | "-trends.motor_fuel" | "trends.other" | "-trends.other" | "ytd.net_payment" | "-ytd.net_payment" | "ytd.state_shared" | "-ytd.state_shared" | "ytd.home_rule" | "-ytd.home_rule" | "ytd.non_home_rule" | "-ytd.non_home_rule" | "ytd.business_district" | "-ytd.business_district" | "ytd.public_safety" | "-ytd.public_safety" | "ytd.school_facilities" | "-ytd.school_facilities" | "ytd.flood_protection" | "-ytd.flood_protection" | "ytd.transit" | "-ytd.transit" | "ytd.vehicles_and_rental" | "-ytd.vehicles_and_rental" | "ytd.motor_fuel" | "-ytd.motor_fuel" | "ytd.other" | "-ytd.other";
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
    list_nc_allocations: {
        parameters: {
            query?: {
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description Only jurisdictions of this type. spd means special_district */
                jurisdiction_type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
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
                sort?: "allocation_period" | "-allocation_period" | "revenue_period" | "-revenue_period" | "net_payment" | "-net_payment" | "article_39" | "-article_39" | "article_40" | "-article_40" | "article_42" | "-article_42" | "article_43" | "-article_43" | "article_44" | "-article_44" | "article_44_524" | "-article_44_524" | "article_45" | "-article_45" | "article_46" | "-article_46" | "city_hold_harmless" | "-city_hold_harmless" | "deltas.net_payment" | "-deltas.net_payment" | "deltas.article_39" | "-deltas.article_39" | "deltas.article_40" | "-deltas.article_40" | "deltas.article_42" | "-deltas.article_42" | "deltas.article_43" | "-deltas.article_43" | "deltas.article_44" | "-deltas.article_44" | "deltas.article_44_524" | "-deltas.article_44_524" | "deltas.article_45" | "-deltas.article_45" | "deltas.article_46" | "-deltas.article_46" | "deltas.city_hold_harmless" | "-deltas.city_hold_harmless" | "trends.net_payment" | "-trends.net_payment" | "trends.article_39" | "-trends.article_39" | "trends.article_40" | "-trends.article_40" | "trends.article_42" | "-trends.article_42" | "trends.article_43" | "-trends.article_43" | "trends.article_44" | "-trends.article_44" | "trends.article_44_524" | "-trends.article_44_524" | "trends.article_45" | "-trends.article_45" | "trends.article_46" | "-trends.article_46" | "trends.city_hold_harmless" | "-trends.city_hold_harmless" | "ytd.net_payment" | "-ytd.net_payment" | "ytd.article_39" | "-ytd.article_39" | "ytd.article_40" | "-ytd.article_40" | "ytd.article_42" | "-ytd.article_42" | "ytd.article_43" | "-ytd.article_43" | "ytd.article_44" | "-ytd.article_44" | "ytd.article_44_524" | "-ytd.article_44_524" | "ytd.article_45" | "-ytd.article_45" | "ytd.article_46" | "-ytd.article_46" | "ytd.city_hold_harmless" | "-ytd.city_hold_harmless";
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
                    "application/json": components["schemas"]["nc_allocation_page"];
                };
            };
        };
    };
    list_jurisdictions: {
        parameters: {
            query?: {
                /** @description An id, a code, or part of a present or former name, also with the state after it (Paris, TX). Ignores case and accents, and one typing error if nothing else fits. The best matches come first, and the largest of equal ones */
                q?: string;
                /** @description Only jurisdictions of this state */
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county, the first or another of theirs. The dataset has counties for California, Texas, North Carolina */
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
    list_ca_months: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether the payment of a record is that of a month or of the quarter that a month settles */
                by?: "month" | "quarter";
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
                    "application/json": components["schemas"]["month_page"];
                };
            };
        };
    };
    list_tx_months: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether the payment of a record is that of a month or of the quarter that a month settles */
                by?: "month" | "quarter";
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
                    "application/json": components["schemas"]["month_page"];
                };
            };
        };
    };
    list_il_months: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether the payment of a record is that of a month or of the quarter that a month settles */
                by?: "month" | "quarter";
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
                    "application/json": components["schemas"]["month_page"];
                };
            };
        };
    };
    list_nc_months: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether the payment of a record is that of a month or of the quarter that a month settles */
                by?: "month" | "quarter";
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
                    "application/json": components["schemas"]["month_page"];
                };
            };
        };
    };
    list_ca_years: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
            /** @description One page of years */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["year_page"];
                };
            };
        };
    };
    list_tx_years: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
            /** @description One page of years */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["year_page"];
                };
            };
        };
    };
    list_il_years: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
            /** @description One page of years */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["year_page"];
                };
            };
        };
    };
    list_nc_years: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The field to count. Default: the payment */
                field?: string;
                /** @description Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months */
                months?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
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
            /** @description One page of years */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["year_page"];
                };
            };
        };
    };
    list_ca_compare: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description What a record is. Default: place */
                by?: "place" | "county" | "type" | "all";
                /** @description The id of a place: only the five places of its type that are nearest in size, nearest first. The size is the sum of the twelve months to the last month */
                near?: number;
                /** @description Only records with at least this many dollars in the other months */
                minimum?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "value" | "-value" | "ago" | "-ago" | "difference" | "-difference" | "change" | "-change" | "comparable_change" | "-comparable_change" | "share" | "-share" | "rank" | "-rank" | "name" | "-name";
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
            /** @description One page of compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["line_page"];
                };
            };
        };
    };
    list_tx_compare: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description What a record is. Default: place */
                by?: "place" | "county" | "type" | "all";
                /** @description The id of a place: only the five places of its type that are nearest in size, nearest first. The size is the sum of the twelve months to the last month */
                near?: number;
                /** @description Only records with at least this many dollars in the other months */
                minimum?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "value" | "-value" | "ago" | "-ago" | "difference" | "-difference" | "change" | "-change" | "comparable_change" | "-comparable_change" | "share" | "-share" | "rank" | "-rank" | "name" | "-name";
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
            /** @description One page of compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["line_page"];
                };
            };
        };
    };
    list_il_compare: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description What a record is. Default: place */
                by?: "place" | "county" | "type" | "all";
                /** @description The id of a place: only the five places of its type that are nearest in size, nearest first. The size is the sum of the twelve months to the last month */
                near?: number;
                /** @description Only records with at least this many dollars in the other months */
                minimum?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "value" | "-value" | "ago" | "-ago" | "difference" | "-difference" | "change" | "-change" | "comparable_change" | "-comparable_change" | "share" | "-share" | "rank" | "-rank" | "name" | "-name";
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
            /** @description One page of compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["line_page"];
                };
            };
        };
    };
    list_nc_compare: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description What a record is. Default: place */
                by?: "place" | "county" | "type" | "all";
                /** @description The id of a place: only the five places of its type that are nearest in size, nearest first. The size is the sum of the twelve months to the last month */
                near?: number;
                /** @description Only records with at least this many dollars in the other months */
                minimum?: number;
                /** @description Divide figures by the people of the places, by the register of populations */
                per?: "head";
                /** @description Show figures in the dollars of this month, by the register of consumer prices */
                prices?: string;
                /** @description Field to sort by. Put - before it for descending order. Default: -value. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "value" | "-value" | "ago" | "-ago" | "difference" | "-difference" | "change" | "-change" | "comparable_change" | "-comparable_change" | "share" | "-share" | "rank" | "-rank" | "name" | "-name";
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
            /** @description One page of compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["line_page"];
                };
            };
        };
    };
    list_ca_parts: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Whether to divide all payments of the months, or those of each month, newest first. Default: span */
                by?: "span" | "month";
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
            /** @description One page of parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["part_page"];
                };
            };
        };
    };
    list_tx_parts: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Whether to divide all payments of the months, or those of each month, newest first. Default: span */
                by?: "span" | "month";
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
            /** @description One page of parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["part_page"];
                };
            };
        };
    };
    list_il_parts: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Whether to divide all payments of the months, or those of each month, newest first. Default: span */
                by?: "span" | "month";
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
            /** @description One page of parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["part_page"];
                };
            };
        };
    };
    list_nc_parts: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months: of payment, or of sales with basis=sales. Default: the newest month of the state */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description Whether to divide all payments of the months, or those of each month, newest first. Default: span */
                by?: "span" | "month";
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
            /** @description One page of parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["part_page"];
                };
            };
        };
    };
    list_ca_projections: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description A budget in dollars for each chosen jurisdiction, in place of that of the register */
                amount?: number;
                /** @description With check: only jurisdictions with at least this many dollars in the year before */
                minimum?: number;
                /** @description Tell how good projections of past years were */
                check?: "true";
                /** @description With check: only projections with so many known months */
                known_months?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -projected. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "to_date_value" | "-to_date_value" | "projected" | "-projected" | "low" | "-low" | "high" | "-high" | "last_year" | "-last_year" | "change" | "-change" | "usual_error" | "-usual_error";
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
            /** @description One page of projections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projection_page"];
                };
            };
        };
    };
    list_tx_projections: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description A budget in dollars for each chosen jurisdiction, in place of that of the register */
                amount?: number;
                /** @description With check: only jurisdictions with at least this many dollars in the year before */
                minimum?: number;
                /** @description Tell how good projections of past years were */
                check?: "true";
                /** @description With check: only projections with so many known months */
                known_months?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -projected. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "to_date_value" | "-to_date_value" | "projected" | "-projected" | "low" | "-low" | "high" | "-high" | "last_year" | "-last_year" | "change" | "-change" | "usual_error" | "-usual_error";
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
            /** @description One page of projections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projection_page"];
                };
            };
        };
    };
    list_il_projections: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description A budget in dollars for each chosen jurisdiction, in place of that of the register */
                amount?: number;
                /** @description With check: only jurisdictions with at least this many dollars in the year before */
                minimum?: number;
                /** @description Tell how good projections of past years were */
                check?: "true";
                /** @description With check: only projections with so many known months */
                known_months?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -projected. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "to_date_value" | "-to_date_value" | "projected" | "-projected" | "low" | "-low" | "high" | "-high" | "last_year" | "-last_year" | "change" | "-change" | "usual_error" | "-usual_error";
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
            /** @description One page of projections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projection_page"];
                };
            };
        };
    };
    list_nc_projections: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
                /** @description A budget in dollars for each chosen jurisdiction, in place of that of the register */
                amount?: number;
                /** @description With check: only jurisdictions with at least this many dollars in the year before */
                minimum?: number;
                /** @description Tell how good projections of past years were */
                check?: "true";
                /** @description With check: only projections with so many known months */
                known_months?: number;
                /** @description Field to sort by. Put - before it for descending order. Default: -projected. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "to_date_value" | "-to_date_value" | "projected" | "-projected" | "low" | "-low" | "high" | "-high" | "last_year" | "-last_year" | "change" | "-change" | "usual_error" | "-usual_error";
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
            /** @description One page of projections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projection_page"];
                };
            };
        };
    };
    list_ca_sentences: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alameda" | "Alpine" | "Amador" | "Butte" | "Calaveras" | "Colusa" | "Contra Costa" | "Del Norte" | "El Dorado" | "Fresno" | "Glenn" | "Humboldt" | "Imperial" | "Inyo" | "Kern" | "Kings" | "Lake" | "Lassen" | "Los Angeles" | "Madera" | "Marin" | "Mariposa" | "Mendocino" | "Merced" | "Modoc" | "Mono" | "Monterey" | "Napa" | "Nevada" | "Orange" | "Placer" | "Plumas" | "Riverside" | "Sacramento" | "San Benito" | "San Bernardino" | "San Diego" | "San Francisco" | "San Joaquin" | "San Luis Obispo" | "San Mateo" | "Santa Barbara" | "Santa Clara" | "Santa Cruz" | "Shasta" | "Sierra" | "Siskiyou" | "Solano" | "Sonoma" | "Stanislaus" | "Sutter" | "Tehama" | "Trinity" | "Tulare" | "Tuolumne" | "Ventura" | "Yolo" | "Yuba";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months to tell of: of payment, or of sales with basis=sales. Default: the newest month, with its fiscal year */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
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
            /** @description One page of sentences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sentence_page"];
                };
            };
        };
    };
    list_tx_sentences: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: string;
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months to tell of: of payment, or of sales with basis=sales. Default: the newest month, with its fiscal year */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
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
            /** @description One page of sentences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sentence_page"];
                };
            };
        };
    };
    list_il_sentences: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months to tell of: of payment, or of sales with basis=sales. Default: the newest month, with its fiscal year */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
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
            /** @description One page of sentences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sentence_page"];
                };
            };
        };
    };
    list_nc_sentences: {
        parameters: {
            query?: {
                /** @description Only jurisdictions of this type. spd means special_district */
                type?: "city" | "county" | "transit" | "special_district";
                /** @description Only jurisdictions in this county */
                county?: "Alamance" | "Alexander" | "Alleghany" | "Anson" | "Ashe" | "Avery" | "Beaufort" | "Bertie" | "Bladen" | "Brunswick" | "Buncombe" | "Burke" | "Cabarrus" | "Caldwell" | "Camden" | "Carteret" | "Caswell" | "Catawba" | "Chatham" | "Cherokee" | "Chowan" | "Clay" | "Cleveland" | "Columbus" | "Craven" | "Cumberland" | "Currituck" | "Dare" | "Davidson" | "Davie" | "Duplin" | "Durham" | "Edgecombe" | "Forsyth" | "Franklin" | "Gaston" | "Gates" | "Graham" | "Granville" | "Greene" | "Guilford" | "Halifax" | "Harnett" | "Haywood" | "Henderson" | "Hertford" | "Hoke" | "Hyde" | "Iredell" | "Jackson" | "Johnston" | "Jones" | "Lee" | "Lenoir" | "Lincoln" | "McDowell" | "Macon" | "Madison" | "Martin" | "Mecklenburg" | "Mitchell" | "Montgomery" | "Moore" | "Nash" | "New Hanover" | "Northampton" | "Onslow" | "Orange" | "Pamlico" | "Pasquotank" | "Pender" | "Perquimans" | "Person" | "Pitt" | "Polk" | "Randolph" | "Richmond" | "Robeson" | "Rockingham" | "Rowan" | "Rutherford" | "Sampson" | "Scotland" | "Stanly" | "Stokes" | "Surry" | "Swain" | "Transylvania" | "Tyrrell" | "Union" | "Vance" | "Wake" | "Warren" | "Washington" | "Watauga" | "Wayne" | "Wilkes" | "Wilson" | "Yadkin" | "Yancey";
                /** @description Only these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description The months to tell of: of payment, or of sales with basis=sales. Default: the newest month, with its fiscal year */
                months?: string;
                /** @description As many months to set them against. Default: the same months a year before */
                against?: string;
                /** @description The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state. Write it as the first day of its month */
                through?: string;
                /** @description Calendar month in which the fiscal year starts, 1 to 12. Default: 7 in California, 10 in Texas, 7 in Illinois, 7 in North Carolina */
                fiscal_year_start?: number;
                /** @description Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment */
                basis?: "payment" | "sales";
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
            /** @description One page of sentences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sentence_page"];
                };
            };
        };
    };
    list_events: {
        parameters: {
            query?: {
                /** @description Only this: tax_changed: a rate changed, or a tax was not paid for some months. sharing_changed: the county divides its tax another way. restated: a later report changed the payment. doubted: the checks doubt the payment. not_loaded: no payment in the life of the place. own: from the register of events */
                kind?: "tax_began" | "tax_ended" | "tax_changed" | "sharing_changed" | "restated" | "doubted" | "not_loaded" | "own";
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
            /** @description One page of events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["event_page"];
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
            /** @description One page of sources */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["sources_page"];
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
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only revisions of these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
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
    list_changes: {
        parameters: {
            query?: {
                /** @description Only changes since this version of the dataset. Default: the version before the newest one. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run */
                since_version?: string;
                /** @description Only changes of this kind */
                change?: "new_month" | "withdrawn_report" | "restated_figure" | "removed_figure" | "changed_county" | "ended_jurisdiction" | "new_jurisdiction" | "new_figure" | "restatement" | "due_report";
                /** @description What a record is. month: what is new as people would tell it, newest first: each month that came, what a run restated, reports that are due. Then nothing but state and change narrow the list. Default: figure */
                by?: "figure" | "month";
                /** @description Only changes of this state */
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only changes of jurisdictions in this county. The dataset has counties for California, Texas, North Carolina */
                county?: string;
                /** @description Only changes of these jurisdictions: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
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
    list_findings: {
        parameters: {
            query?: {
                /** @description Only findings about this state */
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only findings of this severity */
                severity?: "error" | "warning" | "info";
                /** @description Only findings with this code */
                code?: "total-jump" | "empty-file" | "unreadable-file" | "damaged-file" | "file-too-large" | "unrecognized-report" | "wrong-header" | "unclear-fact" | "sheet-unread" | "figures-in-thousands" | "unread-row" | "unreadable-cell" | "conflicting-rows" | "same-id" | "correction-misfit" | "damaged-origin" | "withdrawn-report" | "sheet-ignored" | "duplicate-row" | "date-outside-month" | "control-total" | "net-payment-missing" | "row-arithmetic" | "unknown-tax" | "unusual-rate" | "future-month" | "shifted-months" | "damaged-name" | "off-quarter-amount" | "reports-disagree" | "quarterly-total" | "statement-missing" | "conflicting-reports" | "outdated-row" | "correction-lapsed" | "method-changed" | "missing-month" | "unknown-type" | "unlisted-name" | "unusual-payment" | "rows-not-restated" | "missing-report" | "fewer-rows" | "month-restated" | "summary-differs" | "summary-name" | "windows-1252" | "hidden-part" | "skipped-line" | "other-period" | "months-to-come" | "figure-corrected" | "name-changed" | "type-changed" | "new-jurisdiction" | "ended-jurisdiction" | "summary-jurisdictions";
                /** @description Only findings about these jurisdictions or their rows: at most 1000 ids separated by commas. Find them with /api/jurisdictions */
                jurisdictions?: string;
                /** @description Only this allocation period. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Leave out unusual payments of places with fewer dollars in the month and in the months around it */
                minimum?: number;
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
    list_reports: {
        parameters: {
            query?: {
                /** @description Only reports of this state */
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only reports of this kind */
                kind?: "ca/monthly-statement" | "ca/quarterly-allocations" | "tx/payment-detail" | "tx/comparison-summary" | "tx/city-comparison-summary" | "il/disbursements" | "nc/distribution";
                /** @description Only reports whose months include this one. Write it as the first day of its month */
                allocation_period?: string;
                /** @description Only this: Whether it counts. A withdrawn report gives no figures */
                status?: "loaded" | "withdrawn";
                /** @description Field to sort by. Put - before it for descending order. Default: the order of the list. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "received_at" | "-received_at" | "first_month" | "-first_month" | "last_month" | "-last_month" | "row_count" | "-row_count";
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
            /** @description One page of reports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["report_page"];
                };
            };
        };
    };
    list_runs: {
        parameters: {
            query?: {
                /** @description Only this: The command that ran */
                command?: "ingest" | "update" | "backfill" | "reprocess" | "withdraw" | "rebuild" | "accept" | "reject";
                /** @description Only this: How it ended. partial: some reports were refused */
                outcome?: "ok" | "partial" | "nothing-new";
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
            /** @description One page of runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["run_page"];
                };
            };
        };
    };
    list_missing_months: {
        parameters: {
            query?: {
                /** @description Only this state */
                state?: "ca" | "tx" | "il" | "nc";
                /** @description Only reports of this kind */
                kind?: "ca/monthly-statement" | "ca/quarterly-allocations" | "tx/payment-detail" | "tx/comparison-summary" | "tx/city-comparison-summary" | "il/disbursements" | "nc/distribution";
                /** @description Only a span of this: The month in which the money is paid */
                allocation_period?: string;
                /** @description Only this: Why the report is missing: "missing" is not later than loaded ones, "expected" is the newest one that is due, and "overdue" was due before it */
                status?: "missing" | "expected" | "overdue";
                /** @description Field to sort by. Put - before it for descending order. Default: the order of the list. Records without the figure come last. Equal records are sorted by the order of the list */
                sort?: "allocation_period" | "-allocation_period";
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
            /** @description One page of missing_months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["missing_month_page"];
                };
            };
        };
    };
}
