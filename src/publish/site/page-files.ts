import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../domain/package-file.ts';
import { PAGE_FOLDER } from './shared-files.ts';
import type { SiteFile } from './written-files.ts';

const FOLDER = packageFile('dist/explorer');
const PAGE = 'index.html';

/** The files of the explorer, whose names change with their content. */
export function pageFiles(): SiteFile[] {
  const names = readdirSync(FOLDER).filter((name) => name !== PAGE);
  return names.map((name) => ({ path: name, content: readFileSync(join(FOLDER, name)) }));
}

/** The script that starts the explorer of a version. `places` counts the places of a site that does not have all. */
export function startScript(places: number | null): SiteFile {
  return { path: 'start.js', content: startOf(readFileSync(join(FOLDER, PAGE), 'utf8'), places) };
}

/** The page at the root of the site: it reads which version is current, and starts that. */
export function rootPage(): string {
  return (
    readFileSync(join(FOLDER, PAGE), 'utf8')
      .replace('<base href="/">', '<base href="./">')
      .replace(/^ *<link rel="(?:stylesheet|modulepreload)".*\n/gm, '')
      // browsers ask for an icon before the version names its own
      .replace(/<link rel="icon".*>/, '<link rel="icon" href="data:,">')
      .replace(
        /<script type="module".*<\/script>/,
        `<script type="module">
      const response = await fetch('current', { cache: 'no-store' });
      const name = (await response.text()).trim();
      await import(new URL(\`\${name}/start.js\`, document.baseURI));
    </script>`,
      )
      .replace(/<noscript>.*<\/noscript>/, '<noscript>This page needs JavaScript.</noscript>')
  );
}

/** Changes with the page. */
export function fingerprintOf(files: readonly SiteFile[]): string {
  const sum = createHash('sha256').update(rootPage());
  for (const { path, content } of files) sum.update(path).update(content);
  return sum.digest('hex');
}

function startOf(page: string, places: number | null): string {
  const nameOf = (pattern: RegExp) => {
    const [, name] = pattern.exec(page) ?? [];
    if (name === undefined) throw new Error('the page of the explorer does not name its files');
    return name;
  };
  const [script, style, icon] = [
    /src="explorer\/([^"]+\.js)"/,
    /href="explorer\/([^"]+\.css)"/,
    /href="explorer\/([^"]+\.svg)"/,
  ].map(nameOf);
  return `const here = new URL('.', import.meta.url).href;
const page = new URL('../${PAGE_FOLDER}/', here).href;
document.documentElement.dataset.site = here;
${places === null ? '' : `document.documentElement.dataset.places = '${places}';\n`}const link = (rel, name) => Object.assign(document.createElement('link'), { rel, href: page + name });
const style = link('stylesheet', '${style}');
const styled = new Promise((done) => {
  style.onload = style.onerror = done;
});
document.head.append(link('icon', '${icon}'), style);
await styled;
await import(page + '${script}');
`;
}
