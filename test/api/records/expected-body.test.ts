import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { HOST, JURISDICTIONS } from '../../rig/service.ts';

// Everything below is worked out by hand from the reports by the rules of DESIGN §4; nothing is the program's output.

const STATEMENT = `Payment Month,Jurisdiction Code,Jurisdiction,Jurisdiction Type,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Other Adjustments,Net Payment
Dec-22,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Jan-23,01990,ALDER CREEK,City,1000.10,200.00,,,,1200.10
Feb-23,01990,ALDER CREEK,City,3000.00,0.00,2400.10,30.00,0.00,569.90
Mar-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Apr-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
May-23,01990,ALDER CREEK,City,3000.00,0.00,2400.00,30.00,-10.50,559.50
Jun-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Jul-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Aug-23,01990,ALDER CREEK,City,3000.00,0.00,2400.00,30.00,0.00,570.00
Sep-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Oct-23,01990,ALDER CREEK,City,1000.00,200.00,,,,1200.00
Nov-23,01990,ALDER CREEK,City,3000.00,0.00,2400.00,30.01,0.00,569.99
Dec-23,01990,ALDER CREEK,City,1050.00,0.00,,,,1050.00
Dec-23,01998,Alameda County Unincorporated,County,500.00,100.00,,,,600.00
Jan-24,01990,ALDER CREEK,City,1000.05,220.00,,,,1220.05
Jan-24,01998,Alameda County Unincorporated,County,500.00,100.00,,,,600.00
Feb-24,01990,ALDER CREEK,City,3300.33,0.00,,,5.25,1002.53
Feb-24,01998,Alameda County Unincorporated,County,1500.00,0.00,1200.00,15.00,,285.00
`;

/** Every quarter of Alder Creek, none of the unincorporated area; one county share is refunded, with a minus. */
const QUARTERLY = `Quarter,Jurisdiction Code,Jurisdiction,Month 1,Month 2,Month 3,Gross,County Pool Percent,County Pool Amount,State Pool Percent,State Pool Amount,County Share Percent,Jurisdiction Share Percent,Adjusted Gross,County Share Amount,Jurisdiction Share Amount,Local Tax,Prior Advance,Administrative Cost,Total
4Q-22,01990,ALDER CREEK,0,0,0,0,12.5,400.00,0.004321,10.00,5,95,0,150.00,0,3000.00,2400.10,30.00,569.90
1Q-23,01990,ALDER CREEK,0,0,0,0,12.25,410.00,0.0042,0.00,5,95,0,150.00,0,3000.00,2400.00,30.00,559.50
2Q-23,01990,ALDER CREEK,0,0,0,0,12,420.00,0.004,10.00,5,95,0,-150.00,0,3000.00,2400.00,30.00,570.00
3Q-23,01990,ALDER CREEK,0,0,0,0,11.75,430.00,0.0038,10.01,5,95,0,150.00,0,3000.00,2400.00,30.01,569.99
4Q-23,01990,ALDER CREEK,0,0,0,0,12.345678,500.50,0.005,0.00,5,95,0,165.02,0,3300.33,2270.05,33.00,1002.53
`;

const PAYMENTS = `Authority Code,Authority Name,Allocation Month,Total Collections,Prior Period Collections,Current Period Collections,Future Period Collections,Audit Collections,Unidentified,Single Local Rate Collections,Service Fee,Current Retained, Prior Retained,Net Payment
5999002,BLUESTEM CO ESD 1,Feb-24,500.00,,500.00,,,,,10.00,9.80,0.00,480.20
2999001,EXAMPLE CITY,Feb-24,1100.00,-5.00,1000.50,0.00,4.50,2.00,98.00,22.00,21.56,19.60,1076.04
2999001,EXAMPLE CITY,Feb-23,1000.00,10.00,900.00,0.00,-10.00,0.00,100.00,20.00,19.60,19.00,979.40
`;

const CREEK =
  '"jurisdiction":{"id":60001990,"name":"Alder Creek","slug":"alder-creek","state":"ca","type":"city","sales_tax_rate":0.1075,"sales_tax_id":"01990"}';
const AREA =
  '"jurisdiction":{"id":60001998,"name":"Alameda County Unincorporated","slug":"alameda-county-unincorporated","state":"ca","type":"county","sales_tax_rate":null,"sales_tax_id":"01998"}';
const ALL_NULL =
  '{"net_payment":null,"current_distributions":null,"current_advance":null,"countywide_pool":null,"countywide_pool_percentage":null,"statewide_pool":null,"statewide_pool_percentage":null,"county_share":null,"net_prior_allocations":null,"administrative_cost":null,"other_adjustments":null}';
const NO_QUARTER_END =
  '"countywide_pool":0,"countywide_pool_percentage":0,"statewide_pool":0,"statewide_pool_percentage":0,"county_share":0,"net_prior_allocations":0,"administrative_cost":0,"other_adjustments":0';

// Delta of net_payment: (1002.53 − 569.90) ÷ 569.90 = 0.7591332; of county_share: 15.02 ÷ 150 = 0.1001333.
// Trend of current_distributions: 20350.38 ÷ 12 = 1695.865, a half cent; of the percentages: means of four quarter
// ends, 48.345678 ÷ 4 = 12.0864195. Other adjustments: was 0 and is not, −5.25 ÷ 12 = −0.4375.
const CREEK_2024_02 = `{"dates":{"allocation_period":"2024-02-01","revenue_period":"2024-01-01","sales_period":"2023-12-01","formatted":"February 2024","quarter":2},${CREEK},"net_payment":1002.53,"current_distributions":3300.33,"current_advance":0,"countywide_pool":500.5,"countywide_pool_percentage":12.345678,"statewide_pool":0,"statewide_pool_percentage":0.005,"county_share":165.02,"net_prior_allocations":2270.05,"administrative_cost":33,"other_adjustments":5.25,"deltas":{"net_payment":0.759133,"current_distributions":0.10011,"current_advance":0,"countywide_pool":0.25125,"countywide_pool_percentage":-0.012346,"statewide_pool":-1,"statewide_pool_percentage":0.15714,"county_share":0.100133,"net_prior_allocations":-0.054185,"administrative_cost":0.1,"other_adjustments":null},"trends":{"net_payment":1014.34,"current_distributions":1695.87,"current_advance":118.33,"countywide_pool":146.71,"countywide_pool_percentage":12.08642,"statewide_pool":1.67,"statewide_pool_percentage":0.00425,"county_share":26.25,"net_prior_allocations":789.17,"administrative_cost":10.25,"other_adjustments":-0.44},"ytd":{"net_payment":2222.58,"current_distributions":4300.38,"current_advance":220,"countywide_pool":500.5,"countywide_pool_percentage":12.345678,"statewide_pool":0,"statewide_pool_percentage":0.005,"county_share":165.02,"net_prior_allocations":2270.05,"administrative_cost":33,"other_adjustments":5.25}}`;

// Its quarterly report has not come, and its statement prints no other adjustments.
const AREA_2024_02 = `{"dates":{"allocation_period":"2024-02-01","revenue_period":"2024-01-01","sales_period":"2023-12-01","formatted":"February 2024","quarter":2},${AREA},"net_payment":285,"current_distributions":1500,"current_advance":0,"countywide_pool":null,"countywide_pool_percentage":null,"statewide_pool":null,"statewide_pool_percentage":null,"county_share":null,"net_prior_allocations":1200,"administrative_cost":15,"other_adjustments":null,"deltas":${ALL_NULL},"trends":${ALL_NULL},"ytd":{"net_payment":885,"current_distributions":2000,"current_advance":100,"countywide_pool":null,"countywide_pool_percentage":null,"statewide_pool":null,"statewide_pool_percentage":null,"county_share":null,"net_prior_allocations":1200,"administrative_cost":15,"other_adjustments":null}}`;

const CREEK_2024_01 = `{"dates":{"allocation_period":"2024-01-01","revenue_period":"2023-12-01","sales_period":"2023-11-01","formatted":"January 2024","quarter":2},${CREEK},"net_payment":1220.05,"current_distributions":1000.05,"current_advance":220,${NO_QUARTER_END},"deltas":{"net_payment":0.016624,"current_distributions":-0.00005,"current_advance":0.1,${NO_QUARTER_END}},"trends":{"net_payment":978.29,"current_distributions":1670.84,"current_advance":118.33,"countywide_pool":138.33,"countywide_pool_percentage":12.125,"statewide_pool":2.5,"statewide_pool_percentage":0.00408,"county_share":25,"net_prior_allocations":800.01,"administrative_cost":10,"other_adjustments":-0.88},"ytd":{"net_payment":1220.05,"current_distributions":1000.05,"current_advance":220,${NO_QUARTER_END}}}`;

const AREA_2024_01 = `{"dates":{"allocation_period":"2024-01-01","revenue_period":"2023-12-01","sales_period":"2023-11-01","formatted":"January 2024","quarter":2},${AREA},"net_payment":600,"current_distributions":500,"current_advance":100,${NO_QUARTER_END},"deltas":${ALL_NULL},"trends":${ALL_NULL},"ytd":{"net_payment":600,"current_distributions":500,"current_advance":100,${NO_QUARTER_END}}}`;

// The first twelve months end here: distributions 20000.10 ÷ 12 = 1666.675. Year to date leaves out December 2022.
const CREEK_2023_11 = `{"dates":{"allocation_period":"2023-11-01","revenue_period":"2023-10-01","sales_period":"2023-09-01","formatted":"November 2023","quarter":1},${CREEK},"net_payment":569.99,"current_distributions":3000,"current_advance":0,"countywide_pool":430,"countywide_pool_percentage":11.75,"statewide_pool":10.01,"statewide_pool_percentage":0.0038,"county_share":150,"net_prior_allocations":2400,"administrative_cost":30.01,"other_adjustments":0,"deltas":${ALL_NULL},"trends":{"net_payment":989.12,"current_distributions":1666.68,"current_advance":133.33,"countywide_pool":138.33,"countywide_pool_percentage":12.125,"statewide_pool":2.5,"statewide_pool_percentage":0.00408,"county_share":25,"net_prior_allocations":800.01,"administrative_cost":10,"other_adjustments":-0.88},"ytd":{"net_payment":10669.49,"current_distributions":19000.1,"current_advance":1400,"countywide_pool":1660,"countywide_pool_percentage":12.125,"statewide_pool":30.01,"statewide_pool_percentage":0.00408,"county_share":300,"net_prior_allocations":9600.1,"administrative_cost":120.01,"other_adjustments":-10.5}}`;

// The state's first month, and no January: what its year was before is unknown.
const CREEK_2022_12 = `{"dates":{"allocation_period":"2022-12-01","revenue_period":"2022-11-01","sales_period":"2022-10-01","formatted":"December 2022","quarter":2},${CREEK},"net_payment":1200,"current_distributions":1000,"current_advance":200,${NO_QUARTER_END},"deltas":${ALL_NULL},"trends":${ALL_NULL},"ytd":${ALL_NULL}}`;

const CREEK_2023_01 = `{"dates":{"allocation_period":"2023-01-01","revenue_period":"2022-12-01","sales_period":"2022-11-01","formatted":"January 2023","quarter":2},${CREEK},"net_payment":1200.1,"current_distributions":1000.1,"current_advance":200,${NO_QUARTER_END},"deltas":${ALL_NULL},"trends":${ALL_NULL},"ytd":{"net_payment":1200.1,"current_distributions":1000.1,"current_advance":200,${NO_QUARTER_END}}}`;

const CITY =
  '"entity":{"id":482999001,"name":"Example City","slug":"example-city","state":"tx","type":"city","sales_tax_rate":null,"sales_tax_id":2999001}';

// net: 96.64 ÷ 979.40 = 0.0986727; prior: −15 ÷ 10; audit: 14.50 ÷ |−10|; unidentified was 0 and is not.
const TEXAN_RECORDS = [
  `{"dates":{"allocation_period":"2024-02-01","revenue_period":"2024-01-01","sales_period":"2023-12-01","formatted":"February 2024"},${CITY},"net_payment":1076.04,"prior_collection":-5,"current_collections":1000.5,"future_collections":0,"audit_collections":4.5,"single_local_rate_collections":98,"unidentified_collections":2,"service_fee":22,"current_retained":21.56,"prior_retained":19.6,"deltas":{"net_payment":0.098673,"prior_collection":-1.5,"current_collections":0.111667,"future_collections":0,"audit_collections":1.45,"single_local_rate_collections":-0.02,"unidentified_collections":null,"service_fee":0.1,"current_retained":0.1,"prior_retained":0.031579}}`,
  '{"dates":{"allocation_period":"2024-02-01","revenue_period":"2024-01-01","sales_period":"2023-12-01","formatted":"February 2024"},"entity":{"id":485999002,"name":"Bluestem Co ESD 1","slug":"bluestem-co-esd-1","state":"tx","type":"special_district","sales_tax_rate":null,"sales_tax_id":5999002},"net_payment":480.2,"prior_collection":null,"current_collections":500,"future_collections":null,"audit_collections":null,"single_local_rate_collections":null,"unidentified_collections":null,"service_fee":10,"current_retained":9.8,"prior_retained":0,"deltas":{"net_payment":null,"prior_collection":null,"current_collections":null,"future_collections":null,"audit_collections":null,"single_local_rate_collections":null,"unidentified_collections":null,"service_fee":null,"current_retained":null,"prior_retained":null}}',
  `{"dates":{"allocation_period":"2023-02-01","revenue_period":"2023-01-01","sales_period":"2022-12-01","formatted":"February 2023"},${CITY},"net_payment":979.4,"prior_collection":10,"current_collections":900,"future_collections":0,"audit_collections":-10,"single_local_rate_collections":100,"unidentified_collections":0,"service_fee":20,"current_retained":19.6,"prior_retained":19,"deltas":{"net_payment":null,"prior_collection":null,"current_collections":null,"future_collections":null,"audit_collections":null,"single_local_rate_collections":null,"unidentified_collections":null,"service_fee":null,"current_retained":null,"prior_retained":null}}`,
];

const FOUND = [
  '{"id":60001998,"name":"Alameda County Unincorporated","slug":"alameda-county-unincorporated","state":"ca","type":"county","sales_tax_rate":null,"sales_tax_id":"01998","county":"Alameda","counties":["Alameda"],"printed_name":"Alameda County Unincorporated","first_period":"2023-12-01","first_sales_period":"2023-10-01","last_period":"2024-02-01","last_sales_period":"2023-12-01","last_payment":285,"former_name":null}',
  '{"id":60001990,"name":"Alder Creek","slug":"alder-creek","state":"ca","type":"city","sales_tax_rate":0.1075,"sales_tax_id":"01990","county":"Alameda","counties":["Alameda"],"printed_name":"ALDER CREEK","first_period":"2022-12-01","first_sales_period":"2022-10-01","last_period":"2024-02-01","last_sales_period":"2023-12-01","last_payment":1002.53,"former_name":null}',
  '{"id":485999002,"name":"Bluestem Co ESD 1","slug":"bluestem-co-esd-1","state":"tx","type":"special_district","sales_tax_rate":null,"sales_tax_id":"5999002","county":null,"counties":[],"printed_name":"BLUESTEM CO ESD 1","first_period":"2024-02-01","first_sales_period":"2023-12-01","last_period":"2024-02-01","last_sales_period":"2023-12-01","last_payment":480.2,"former_name":null}',
  '{"id":482999001,"name":"Example City","slug":"example-city","state":"tx","type":"city","sales_tax_rate":null,"sales_tax_id":"2999001","county":null,"counties":[],"printed_name":"EXAMPLE CITY","first_period":"2023-02-01","first_sales_period":"2022-12-01","last_period":"2024-02-01","last_sales_period":"2023-12-01","last_payment":1076.04,"former_name":null}',
];

const { service } = serveForAll(
  { 'statement.csv': STATEMENT, 'quarterly.csv': QUARTERLY, 'payments.csv': PAYMENTS },
  {},
  {
    'rates.csv': 'state,county,location,sales_tax_rate\nca,Alameda,Alder Creek,0.1075\n',
  },
);

const bodyOf = async (url: string) => (await service.get(url)).body;

/** `links` and `meta` as JSON; `links` by page number, `null` where there is none. */
function envelope(
  url: string,
  records: readonly string[],
  links: { last: number; prev: number | null; next: number | null },
  meta: string,
): string {
  const address = (page: number | null) =>
    page === null ? 'null' : `"http://${HOST}${url}${url.includes('?') ? '&' : '?'}page=${page}"`;
  return `{"data":[${records.join(',')}],"links":{"first":${address(1)},"last":${address(links.last)},"prev":${address(links.prev)},"next":${address(links.next)}},"meta":${meta}}`;
}

describe('California', () => {
  const path = '/api/ca/sales-tax/allocations';

  test('the first page', async () => {
    const records = [CREEK_2024_02, AREA_2024_02, CREEK_2024_01, AREA_2024_01];
    const meta = '{"current_page":1,"from":1,"last_page":5,"per_page":4,"to":4,"total":18}';
    expect(await bodyOf(`${path}?limit=4`)).toBe(
      envelope(`${path}?limit=4`, records, { last: 5, prev: null, next: 2 }, meta),
    );
  });

  test('the last page', async () => {
    const meta = '{"current_page":5,"from":17,"last_page":5,"per_page":4,"to":18,"total":18}';
    expect(await bodyOf(`${path}?limit=4&page=5`)).toBe(
      envelope(`${path}?limit=4`, [CREEK_2023_01, CREEK_2022_12], { last: 5, prev: 4, next: null }, meta),
    );
  });

  test('a single month', async () => {
    const url = `${path}?allocation_period=2023-11-01`;
    const meta = '{"current_page":1,"from":1,"last_page":1,"per_page":25,"to":1,"total":1}';
    expect(await bodyOf(url)).toBe(envelope(url, [CREEK_2023_11], { last: 1, prev: null, next: null }, meta));
  });
});

test.each(['/tx/sales-tax-allocations', '/api/tx/sales-tax/allocations'])('Texas: %s', async (path) => {
  const meta = '{"current_page":1,"from":1,"last_page":1,"per_page":25,"to":3,"total":3}';
  expect(await bodyOf(path)).toBe(envelope(path, TEXAN_RECORDS, { last: 1, prev: null, next: null }, meta));
});

test('the jurisdictions', async () => {
  const meta = '{"current_page":1,"from":1,"last_page":1,"per_page":25,"to":4,"total":4}';
  expect(await bodyOf(JURISDICTIONS)).toBe(
    envelope(JURISDICTIONS, FOUND, { last: 1, prev: null, next: null }, meta),
  );
});

test('one jurisdiction', async () => {
  expect(await bodyOf(`${JURISDICTIONS}/60001990`)).toBe(`{"data":${FOUND[1]}}`);
});
