/** The id of Alder Creek, a city of the sample. */
export const ALDER_CREEK = 60001990;
/** Places of the sample with published figures: two cities, and a county that began a tax. */
export const CHICAGO = 173901670;
export const RALEIGH = 370001390;
export const SANGAMON = 172900167;

/** Every view, with an address over the sample that shows it: for pictures, and for what holds for all views. */
export const SHOWN_VIEWS: Readonly<Record<string, string>> = {
  home: '/',
  jurisdiction: `/jurisdictions/${ALDER_CREEK}`,
  'jurisdiction-monthly': `/jurisdictions/${ALDER_CREEK}?chart=payments`,
  'jurisdiction-parts': `/jurisdictions/${RALEIGH}?chart=parts`,
  'jurisdiction-fiscal-year': `/jurisdictions/${ALDER_CREEK}?chart=fiscal-year&budget=2026-27:20100000`,
  'jurisdiction-quarters': `/jurisdictions/${ALDER_CREEK}?chart=quarters`,
  'jurisdiction-years': `/jurisdictions/${ALDER_CREEK}?chart=years`,
  'jurisdiction-sales': `/jurisdictions/${CHICAGO}?basis=sales`,
  'jurisdiction-new-tax': `/jurisdictions/${SANGAMON}`,
  'jurisdiction-figure': `/jurisdictions/${ALDER_CREEK}?figure=2026-02-01`,
  'jurisdiction-sum': `/jurisdictions/${ALDER_CREEK}?figure=2026-10-01&sum=fiscal-year`,
  state: '/jurisdictions/nc:',
  group: '/jurisdictions/ca:city?chart=years',
  'group-of-county': '/jurisdictions/nc:city:Wake?basis=sales&period=2020-03..2020-06',
  'group-figure': '/jurisdictions/nc:city?figure=2020-08-01',
  rankings: '/rankings/ca/2026-10',
  periods: '/rankings/nc/2020-03..2020-06?type=city&basis=sales&sort=sum_change',
  'periods-missing': '/rankings/il/2019-07..2020-06?type=county&sort=-sum_change',
  'rankings-tx': '/rankings/tx/2026-10?sort=-sum_change',
  'rankings-by-county': '/rankings/nc/2020-03..2020-06?by=county',
  compare: '/compare?ids=60001990,60036990,482999021',
  'compare-index': '/compare?ids=60001990,60034990,482999021&scale=index&chart=rolling-year&years=all',
  'compare-one': `/compare?ids=${ALDER_CREEK}`,
  'compare-none': '/compare',
  updates: '/updates',
  changes: '/updates/changes',
  data: '/data',
  completeness: '/data/completeness',
  checks: '/data/checks',
  glossary: '/glossary',
};
