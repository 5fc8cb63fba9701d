import type { FieldDefinition } from '../../domain/allocation.ts';
import { amountsOf } from '../state.ts';
import type { TaxGroup } from './taxes.ts';

export type IllinoisField = 'net_payment' | TaxGroup;

const field = amountsOf('disbursements');

/** The numeric fields of an Illinois allocation, in record order. */
export const ILLINOIS_FIELDS: readonly FieldDefinition<IllinoisField>[] = [
  field('net_payment', 'All taxes disbursed to the government', 'all taxes'),
  field('state_shared', "The government's share of the state sales tax", 'MT, CT, CST'),
  field('home_rule', 'Home rule sales tax', 'HMR, CHMR'),
  field('non_home_rule', 'Non-home rule sales tax', 'NHMR'),
  field('business_district', 'Business district tax', 'BDIST'),
  field('public_safety', 'County tax for public safety', 'CTPS'),
  field('school_facilities', 'County tax for school facilities', 'CTSF'),
  field('flood_protection', 'County tax for flood protection', 'CTFP'),
  field(
    'transit',
    'Taxes for public transit, and the share of counties in them',
    'RTA, STRTA, CTRTA, MED, MEDFE',
  ),
  field('vehicles_and_rental', 'Taxes on vehicles and on renting them', 'MTART, CTART, PVHM, PVHC, HRUT'),
  field('motor_fuel', 'Local motor fuel taxes', 'CMFT, MMFT'),
  field(
    'other',
    'Taxes of other districts, and taxes not known',
    'CWT, MEPD, SFDK, 911C, and every other code',
  ),
];
