import type * as z from 'zod';

/** Messages of zod about files that people write, in plain words and without the place. */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value': {
      const values = issue.values.filter((value) => value !== '').join(', ');
      return `must be one of ${values}${issue.values.includes('') ? ', or blank' : ''}`;
    }
    case 'unrecognized_keys': {
      const [keys, is, them] = issue.keys.length === 1 ? ['key', 'is', 'it'] : ['keys', 'are', 'them'];
      const named = issue.keys.map((key) => `"${key}"`).join(', ');
      return `the ${keys} ${named} ${is} not known; check the spelling, or leave ${them} out`;
    }
    case 'too_small':
      return issue.origin === 'string' ? 'must not be blank' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
};

function wrongType(expected: string, input: unknown): string | undefined {
  const known: Readonly<Record<string, string>> = {
    string:
      typeof input === 'number'
        ? `write it in quotation marks, as "${input}"`
        : 'must be text in quotation marks',
    number: 'must be a number, without quotation marks',
    int: 'must be a whole number',
    boolean: 'must be true or false, without quotation marks',
    array: 'must be a list in square brackets',
    object: 'must be an object in curly brackets',
  };
  return known[expected];
}
