const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQIHWNgAAAAAgABz8g15QAAAABJRU5ErkJggg=='

const times = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join()

/** JSON in a string in JSON, so many deep. */
function inStrings(deep: number): string {
  let inner = '{"task_id":"task-00-1","url":"https://x.test/a.png"}'
  for (let at = 0; at < deep; at++) {
    const outer = JSON.stringify({ data: inner })
    if (outer.length > 3_000_000) return outer
    inner = outer
  }
  return inner
}

/** Records in records under names that an answer may be wrapped in. */
function bush(deep: number): unknown {
  if (deep === 0) return { url: null, error: { message: 'x', code: 'y' } }
  return Object.fromEntries(
    ['data', 'output', 'result', 'task', 'response', 'job'].map((name) => [name, bush(deep - 1)]),
  )
}

/**
 * Answers that would take long, or break what expects less, by what they have. `share`: of their size, 0 to 1; whole, they
 * have up to 4 MB.
 */
export const hostileAnswers: Readonly<Record<string, (share: number) => string>> = {
  'two million zeros': (share) => `[${'0,'.repeat(share * 1_999_999)}0]`,
  'zeros where images are': (share) => `{"status":"success","data":[${'0,'.repeat(share * 1_900_000)}0]}`,
  '400,000 fields': (share) => `{${times(share * 400_000, (at) => `"${at.toString(36)}":1`)}}`,
  '250,000 fields that are envelopes': (share) =>
    `{"data":{${times(share * 250_000, (at) => `"data_${at}":1`)}}}`,
  'a million records': (share) => `{"data":[${'{},'.repeat(share * 1_000_000)}{}]}`,
  '80,000 addresses': (share) =>
    `{"status":"success","x":[${times(share * 80_000, (at) => `"https://x.test/${at}/aaaaaaaa"`)}]}`,
  '30,000 images': (share) => `{"status":"success","images":[${times(share * 30_000, () => `"${png}"`)}]}`,
  'JSON in strings, eight deep': () => inStrings(8),
  'JSON in strings, as deep as fits': () => inStrings(40),
  '40,000 strings of JSON': (share) =>
    JSON.stringify({
      data: Array.from({ length: share * 40_000 }, () => JSON.stringify({ a: ['{"b":1}'] })),
    }),
  '100,000 nested lists': (share) => `${'['.repeat(share * 100_000)}${']'.repeat(share * 100_000)}`,
  '100,000 nested records': (share) => `${'{"data":'.repeat(share * 100_000)}1${'}'.repeat(share * 100_000)}`,
  '100,000 nested lists in a string': (share) =>
    JSON.stringify({ data: `${'['.repeat(share * 100_000)}${']'.repeat(share * 100_000)}` }),
  'names of 100,000 characters': (share) =>
    JSON.stringify(
      Object.fromEntries(
        ['a', 'A', '_', 'id', 'taskId', 'aB_', '余', 'é'].map((piece) => [
          piece.repeat((share * 100_000) / piece.length),
          'a1b2c3d4e5',
        ]),
      ),
    ),
  'names of prototypes': () =>
    `{"__proto__":{"task_id":"a1"},"constructor":{"prototype":{"x":1}},"toString":1,"data":{"__proto__":"{\\"x\\":9}"}}`,
  'numbers beyond any': () =>
    '{"id":123456789012345678901234567890,"code":9007199254740993,"progress":1e308,"retry_after":1e300,"status":"x"}',
  'an id of a million digits': (share) => `{"task_id":${'9'.repeat(share * 1_000_000)}}`,
  'halves of characters': (share) =>
    `{"task_id":"\\ud800","id":"\\udfff","status":"\\ud800pending","message":"${'\\ud83d'.repeat(share * 10_000)}"}`,
  'a bush of envelopes': () => JSON.stringify({ status: 'failed', ...Object(bush(5)) }),
  'blanks for a sentence': (share) =>
    JSON.stringify({ code: -1, message: `${' '.repeat(share * 1_000_000)}x` }),
  'an echo of the prompt, 100,000 times': (share) =>
    JSON.stringify({ code: -1, message: 'a lighthouse at dusk '.repeat(share * 100_000) }),
  'quotes without end': (share) => '"'.repeat(share * 3_900_000),
  'a page of tags without end': (share) => '<script'.repeat(share * 500_000),
}
