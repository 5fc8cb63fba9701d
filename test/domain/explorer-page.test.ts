import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillPage } from '../../src/domain/explorer-page.ts';

test('all places of the template are filled, with the texts as they are', () => {
  const page = fillPage(readFileSync('src/explorer/index.html', 'utf8'), {
    base: '/outer/$&/',
    start: ['<link rel="icon" href="data:,">', '<script type="module" src="main.js"></script>'],
    picture: 'http://localhost/preview.png?of=a"b',
    withoutScript: 'No script runs.',
  });
  expect(page).toContain('    <base href="/outer/$&/">\n');
  expect(page).toContain(
    '    <link rel="icon" href="data:,">\n    <script type="module" src="main.js"></script>\n  </head>',
  );
  expect(page).toContain('<noscript>No script runs.</noscript>');
  expect(page).toContain('<meta property="og:image" content="http://localhost/preview.png?of=a&quot;b">');
  expect(page).not.toMatch(/[{}]/);
});
