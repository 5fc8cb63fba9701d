import { describe, expect, it } from 'vitest';
import { finding } from '../../../src/domain/findings/finding.ts';
import { addToLayoutFile, suggestAdditions } from '../../../src/extract/layouts/layout-additions.ts';

const KIND = 'tx/payment-detail';
const paid = { kind: KIND, header: 'Paid', field: 'net_payment' };
const renamed = finding('missing-column', { kind: KIND, header: 'Net Payment', nearest: paid });
const fee = { kind: KIND, header: 'Fee', field: 'service_fee' };
const similar = finding('unknown-column', {
  kind: KIND,
  header: 'Fee',
  nearest: { header: 'Service Fee', addition: fee },
});
const unknown = (header: string) => finding('unknown-column', { kind: KIND, header, nearest: null });

describe('the suggested additions', () => {
  it('are one entry for each field, and one for all ignored columns', () => {
    expect(suggestAdditions([renamed, unknown('Remarks'), similar, unknown('Batch')])).toEqual({
      aliases: [
        { kind: KIND, field: 'net_payment', headers: ['Paid'] },
        { kind: KIND, field: 'service_fee', headers: ['Fee'] },
      ],
      ignored: [{ kind: KIND, headers: ['Remarks', 'Batch'] }],
    });
  });

  it('are null if a person must decide which column is which', () => {
    const headers = ['Paid', 'Sent'];
    const undecided = finding('missing-column', {
      ...{ kind: KIND, header: 'Net Payment', nearest: null },
      candidates: { field: 'net_payment', headers },
    });
    expect(suggestAdditions([undecided, similar])).toBeNull();
    expect(
      suggestAdditions([
        similar,
        finding('unknown-column', { kind: KIND, header: 'Paid', nearest: null, missing: ['Net Payment'] }),
      ]),
    ).toBeNull();
    const absent = [{ field: 'other_adjustments', header: 'Other Adjustments' }];
    expect(
      suggestAdditions([finding('unknown-column', { kind: KIND, header: 'Misc', nearest: null, absent })]),
    ).toBeNull();
  });
});

describe('a layout file', () => {
  const additions = { aliases: [{ kind: KIND, field: 'net_payment', headers: ['Paid'] }] };

  it('keeps its content', () => {
    const signs = [{ kind: 'ca/quarterly-allocations', field: 'county_share_amount', sign: 'negative' }];
    const own = [{ kind: KIND, field: 'service_fee', headers: ['Fee'] }];
    const text = addToLayoutFile(JSON.stringify({ signs, aliases: own, ignored: [] }), additions);
    expect(JSON.parse(text)).toEqual({ signs, aliases: [...own, ...additions.aliases] });
  });

  it.each(['[]', '"x"', '{"aliases": 5}', 'x'])('that is %s throws', (text) => {
    expect(() => addToLayoutFile(text, additions)).toThrow();
  });
});
