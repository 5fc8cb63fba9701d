/**
 * Commands that cannot run here: they ask other machines, change the system, or take minutes. Their words are
 * checked, not their effect.
 */
const NOT_RUN = [
  /^(?:sudo|sudoedit|systemctl|journalctl|podman|docker|rclone|crontab|brew|git|ssh) /,
  /^(?:npm ci|npm test|npx tsx|npx vitest)\b/,
  /^npm run (?:dev|docs|bench|test|check|lint|types|format|migrations|build|serve|explore|screenshots|client)\b/,
  // these ask portals
  /^(?:npx --no allocations|node dist\/cli\/main\.js) (?:fetch|update)\b/,
  // these need a server of another kind
  /^npx --no allocations publish postgres:/,
  /^curl .*https:/,
  /^cd /,
];

/** One block of commands of a page, and where its output is shown. */
export interface ShownCommands {
  commands: string;
  /** The status the block ends with. */
  exit: number;
  /** How the output is cut; `null` if the page shows none. */
  output: OutputCut | null;
  /** The output as the page has it. */
  shown: string;
}

interface OutputCut {
  /** Lines kept from the beginning and from the end; `null` is all of them. */
  first: number | null;
  last: number;
  isJson: boolean;
}

// a block of commands, and the output that may follow it
const BLOCK =
  /(?:^ *<!-- exit: (\d+) -->\n)?^ *```sh\n([\s\S]*?)^ *```$(?:\n\n *<!-- output(?:: ([^\n]*))? -->\n+ *```\w*\n([\s\S]*?)^ *```$)?/gm;

/** The blocks of commands of a page, in order. */
export function shownCommands(page: string): ShownCommands[] {
  return [...page.matchAll(BLOCK)].map((found) => {
    const [, exit = '0', commands = '', cut, shown] = found;
    return {
      commands: dedent(commands),
      exit: Number(exit),
      output: shown === undefined ? null : readCut(cut ?? ''),
      shown: shown ?? '',
    };
  });
}

function readCut(text: string): OutputCut {
  const number = (word: string) => new RegExp(`\\b${word} (\\d+)`).exec(text)?.[1];
  const first = number('first');
  return {
    first: first === undefined ? null : Number(first),
    last: Number(number('last') ?? 0),
    isJson: /\bjson\b/.test(text),
  };
}

function dedent(text: string): string {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** The commands of a text, one a line: comments are gone, continued lines are one. */
export function commandLines(commands: string): string[] {
  return commands
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** Whether a command is one of those that cannot run here. */
export function isNotRun(line: string): boolean {
  return NOT_RUN.some((rule) => rule.test(line));
}

/** The part of an output that a page shows. */
export function cutOutput(printed: string, { first, last, isJson }: OutputCut): string {
  // npm repeats the script it starts
  const own = printed.replace(/^(?:\n|> .*\n)+/, '');
  const text = isJson ? JSON.stringify(JSON.parse(own.slice(own.indexOf('{'))), null, 2) : own.trimEnd();
  const lines = text.split('\n').map((line) => line.trimEnd());
  if (first === null || lines.length <= first + last) return `${lines.join('\n')}\n`;
  const end = last > 0 ? lines.slice(-last) : [];
  return `${[...lines.slice(0, first), '…', ...end].join('\n')}\n`;
}

/** An output without what differs from run to run: durations, times, tokens. */
export function comparable(output: string): string {
  return output
    .replace(/^ +/gm, '')
    .replace(/\b\d+(?:\.\d+)? (?:ms|s|seconds?)\b/g, '0 s')
    .replace(/"duration_ms": ?\d+/g, '"duration_ms": 0')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, 'a time')
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'an id');
}

/** The page with the outputs of its commands as they are now. Outputs that differ only in times stay as they are. */
export function fillOutputs(page: string, printed: readonly string[]): string {
  let at = 0;
  return page.replace(BLOCK, (block: string, ...groups: (string | undefined)[]) => {
    const output = printed[at++] ?? '';
    const [, , cut, shown] = groups;
    if (shown === undefined) return block;
    const fresh = cutOutput(output, readCut(cut ?? ''));
    if (comparable(fresh) === comparable(shown)) return block;
    const fence = /^( *)```(\w*)\n[\s\S]*$/m;
    const start = block.lastIndexOf('<!-- output');
    return (
      block.slice(0, start) +
      block.slice(start).replace(fence, (_, indent: string, language: string) => {
        const lines = fresh.trimEnd().split('\n');
        return [`\`\`\`${language}`, ...lines, '```']
          .map((line) => (line === '' ? '' : indent + line))
          .join('\n');
      })
    );
  });
}
