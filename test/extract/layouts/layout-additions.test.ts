import { describe, expect, it } from 'vitest';
import { addToLayoutFile } from '../../../src/extract/layouts/layout-additions.ts';

const KIND = 'tx/payment-detail';

describe('a layout file', () => {
  const paid = { kind: KIND, header: 'Paid', field: 'net_payment' };
  const remarks = { kind: KIND, header: 'Remarks', field: null };

  it('keeps its content', () => {
    const signs = [{ kind: 'ca/quarterly-allocations', field: 'county_share_amount', sign: 'negative' }];
    const own = [{ kind: KIND, field: 'service_fee', headers: ['Fee'] }];
    const text = addToLayoutFile(JSON.stringify({ signs, aliases: own, ignored: [] }), [paid]);
    const added = { kind: KIND, field: 'net_payment', headers: ['Paid'] };
    expect(JSON.parse(text)).toEqual({ signs, aliases: [...own, added] });
  });

  it('gets each column in its list', () => {
    expect(JSON.parse(addToLayoutFile('', [paid, remarks]))).toEqual({
      aliases: [{ kind: KIND, field: 'net_payment', headers: ['Paid'] }],
      ignored: [{ kind: KIND, headers: ['Remarks'] }],
    });
  });

  it.each(['[]', '"x"', '{"aliases": 5}', 'x'])('that is %s throws', (text) => {
    expect(() => addToLayoutFile(text, [paid])).toThrow();
  });
});
