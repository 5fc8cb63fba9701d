import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { PageSizes } from '../../records/description.ts';
import type { ParsedFilters } from '../../records/filters/complete-asked.ts';
import {
  describeFilter,
  oneOf,
  type ParameterSchema,
  readFilter,
  wholeNumber,
} from '../../records/filters/parameters.ts';
import {
  LARGEST_PAGE,
  type ParameterFault,
  readParameters,
  servedFilters,
  WHOLE_FORMATS,
  WrongParameters,
} from '../../records/filters/read-parameters.ts';
import { shortenEcho } from '../../records/filters/readers.ts';
import { USUAL_PAGES } from '../../records/page.ts';
import type { State } from '../../states/state.ts';
import { isEncoded, splitAddress } from './addresses.ts';
import { nothingAt, Refusal } from './errors.ts';

const MOST_NAMED = 10;

/** The parameters of the query of a route, and how the OpenAPI document describes them. */
export class RouteQuery {
  readonly schema: object;
  private readonly described: Parameters<typeof readParameters>[0];
  private readonly state: State | null;

  constructor(described: RouteQuery['described'], state: State | null = null) {
    const { filters, paging = USUAL_PAGES } = described;
    const served = servedFilters(filters, state).map(([name, filter]) => [
      name,
      describeFilter(filter, state),
    ]);
    const properties = { ...Object.fromEntries(served), ...(paging && describePaging(paging)) };
    this.schema = { type: 'object', properties, additionalProperties: false };
    this.described = described;
    this.state = state;
  }

  read(given: object): ParsedFilters {
    const texts = Object.entries(given).map(([name, text]): [string, string[]] => [name, [text].flat()]);
    return readParameters(this.described, new Map(texts), {
      state: this.state,
      readerOf: (filter) => readFilter(filter, this.state),
    });
  }
}

/** The query of a route without parameters. */
export const NO_PARAMETERS = new RouteQuery({ filters: {}, paging: null });

function describePaging({ largest, usual }: PageSizes): Record<string, ParameterSchema> {
  return {
    limit: {
      ...{ ...wholeNumber(largest), default: usual, example: 100 },
      description: `Records on a page, at most ${largest}`,
    },
    page: {
      ...{ ...wholeNumber(LARGEST_PAGE), default: 1, example: 2 },
      description: 'Number of the page, from 1. A page after the last one is empty',
    },
    format: {
      type: 'string',
      ...oneOf(
        'All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON',
        WHOLE_FORMATS,
      ),
    },
  };
}

/** Makes Fastify's validator for the path or the query of a route, with a message for each wrong parameter. */
export function compileValidator({ schema }: { schema: unknown }) {
  return (given: object): { value: unknown } | { error: Refusal } => {
    try {
      if (schema instanceof RouteQuery) return { value: schema.read(given) };
      if (schema instanceof z.ZodObject) return { value: schema.parse(given) };
    } catch (error) {
      if (error instanceof WrongParameters) return { error: refusalOf(error.faults) };
      if (error instanceof z.ZodError) return { error: refusalOf(faultsOf(error)) };
      throw error;
    }
    throw new Error('the parameters of a route need a schema');
  };
}

/** A hook that refuses addresses that no schema can read: with an empty id, or with a broken encoding. */
export async function checkAddress(request: FastifyRequest): Promise<void> {
  if (Object.values(request.params ?? {}).includes('')) throw new Refusal(404, nothingAt(request));
  const faults = encodingFaults(request.url);
  if (faults.length > 0) throw refusalOf(faults);
}

/** Names the first faults only: a request can have thousands, and each names what is allowed. */
function refusalOf(faults: readonly ParameterFault[]): Refusal {
  const errors = new Map<string, string[]>();
  for (const [parameter, fault] of faults.slice(0, MOST_NAMED)) {
    const name = shortenEcho(parameter);
    errors.set(name, [...(errors.get(name) ?? []), fault]);
  }
  const named = [...errors].flatMap(([name, messages]) => messages.map((message) => `${name}: ${message}`));
  const more = faults.length - MOST_NAMED;
  if (more > 0) named.push(`${more} more parameters are wrong.`);
  return new Refusal(422, named.join(' '), Object.fromEntries(errors));
}

function faultsOf({ issues }: z.ZodError): ParameterFault[] {
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

/** Parameters with an invalid percent escape. Fastify would take the escape as plain text. */
function encodingFaults(url: string): ParameterFault[] {
  const broken = splitAddress(url)[1]
    .slice(1)
    .split('&')
    .filter((pair) => !isEncoded(pair));
  const fault = 'has an invalid % escape. Encode text as UTF-8, and write % itself as %25.';
  return broken.map((pair) => {
    const [name = ''] = pair.replaceAll('+', ' ').split('=');
    return [isEncoded(name) ? decodeURIComponent(name) : name, fault];
  });
}
