import type { FieldDefinition } from '../../domain/allocation.ts';
import { amountsOf } from '../state.ts';

/** The articles of the tax law, in the order of the report's columns. */
export const ARTICLES = [
  'article_39',
  'article_40',
  'article_42',
  'article_43',
  'article_44',
  'article_44_524',
  'article_45',
  'article_46',
  'city_hold_harmless',
] as const;

/** Late collections and refunds of this tax come in some months only, but no tax begins or ends with them. */
export const REPEALED_TAX = 'article_44';

export type DistributionFigure = 'net_payment' | (typeof ARTICLES)[number];

const field = amountsOf('distribution');

/** The numeric fields of a North Carolina allocation, in record order. */
export const NORTH_CAROLINA_FIELDS: readonly FieldDefinition<DistributionFigure>[] = [
  field('net_payment', 'All that is distributed to the county or municipality', 'TOTAL'),
  field('article_39', "The county's local tax of 1%", 'ARTICLE 39'),
  field('article_40', "The county's local tax of ½ %, first of two", 'ARTICLE 40'),
  field('article_42', "The county's local tax of ½ %, second of two", 'ARTICLE 42'),
  field('article_43', "The county's local tax for public transit", 'ARTICLE 43'),
  field(REPEALED_TAX, 'Late collections of a tax that was repealed', 'ARTICLE 44'),
  field('article_44_524', 'An amount added by G.S. 105-524, for 79 counties since July 2016', 'ART 44 *524'),
  field('article_45', "A regional authority's tax for public transit", 'ARTICLE 45'),
  field('article_46', "The county's local tax of ¼ %", 'ARTICLE 46'),
  field(
    'city_hold_harmless',
    'What a county pays its cities because the tax of Article 44 was repealed (G.S. 105-522). It is below zero for a county',
    'CITY HH',
  ),
];
