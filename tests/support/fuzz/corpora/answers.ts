import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { jsonShapes } from '../jsonShapes'
import type { Corpus } from '../mutations'

type Pieces = readonly [Buffer, ...Buffer[]]

const mapped = <From, To>(
  [first, ...others]: readonly [From, ...From[]],
  change: (one: From) => To,
): readonly [To, ...To[]] => [change(first), ...others.map(change)]

const buffers = (...texts: readonly [string, ...string[]]): Pieces =>
  mapped(texts, (text) => Buffer.from(text))

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQIHWNgAAAAAgABz8g15QAAAABJRU5ErkJggg=='

/** Answers of services, in their various forms. */
const bodies = buffers(
  '{"created":1767225600,"task_id":"batch_01","status":"pending","data":[{"url":null,"status":"pending"}]}',
  '{"created":1767225600,"task_id":"batch_01","status":"completed","progress":100,"data":[{"url":"/files/1.png","revised_prompt":"a lighthouse","status":"completed"}],"error":null}',
  '{"created":1767225600,"data":[{"url":"/files/1.png","revised_prompt":"a lighthouse"},{"url":"/files/2.png"}]}',
  '{"code":200,"data":{"task_id":12345678901234567890,"status":"IN_PROGRESS","progress":"40%"}}',
  '{"output":{"id":"t-9","status":"running","results":[{"url":["/files/3.png"]},{"url":null,"error":"nsfw"}]}}',
  `{"created":1,"data":[{"b64_json":"${png}"},{"url":"data:image/png;base64,${png}"}]}`,
  '{"data":[{"task_id":"a","status":"succeed"},{"task_id":"b","status":"failed","fail_reason":"moderation"}]}',
  '{"error":{"code":"insufficient_quota","message":"Your balance is too low","type":"billing"},"request_id":"r-1"}',
  '{"code":429,"msg":"slow down","retry_after":2.5}',
  '{"result":{"images":[{"image_url":"/files/4.png"}]},"errors":[{"detail":"part of it failed"}]}',
  '{"status":"vibing","progress":0.4,"id":"t-2","created":"2026-01-01T00:00:00Z"}',
  '{"message":"You sent Bearer sk-live/Ab+9=xYz_Q-41, which is c2stbGl2ZS9BYis5PXhZel9RLTQx"}',
  '<!doctype html><html><head><title>Sign in</title><script>1</script></head><body>Please sign in</body></html>',
  'upstream connect error or disconnect/reset before headers',
  '[[[[{"data":{"data":{"data":{"data":{"url":"/files/5.png"}}}}}]]]]',
  `{"data":[{"b64_json":"${'QUJD'.repeat(6000)}"}]}`,
  '{"code":"success","message":"","data":"task_0123456789"}',
  '{"code":1,"description":"提交成功","result":"8498455807619991","properties":{}}',
  '{"code":200,"msg":"success","data":{"taskId":"t-1","state":"success","resultJson":"{\\"resultUrls\\":[\\"https://x.test/1.png\\"]}"}}',
  '{"generations_by_pk":{"generated_images":[{"url":"https://x.test/1.png","nsfw":true}],"status":"COMPLETE","id":"batch_01"}}',
  '{"task":{"task_id":"batch_01","status":"TASK_STATUS_FAILED","reason":"the worker went away"},"images":[]}',
  `{"artifacts":[{"base64":"${png}","finishReason":"CONTENT_FILTERED"}],"images":["${png}"]}`,
  '{"id":"batch_01","status":"succeeded","input":{"image":"https://x.test/in.png"},"elsewhere":{"deep":["https://x.test/1.png"]}}',
  '{"success":false,"errors":[{"code":-2,"message":"余额不足，请在 20s 后重试 try again in 20s"}]}',
  '{"id":"batch_01","polling_url":"/api/v1/images/tasks/batch_01","status":"Error","details":{"error":"worker lost"}}',
  '',
)

const tokens = buffers(
  'null',
  'true',
  '{}',
  '[]',
  '1e999',
  '-0',
  '""',
  '"\\ud800"',
  '\\',
  '\\u0000',
  '"task_id":',
  '"data":[',
  '"data":{',
  '"url":',
  '"b64_json":"',
  '"error":{',
  '"status":"failed"',
  '"status":"completed"',
  '"progress":',
  '"code":500,',
  '"id":"..",',
  '"__proto__":{"url":"/x"},',
  '"constructor":{"prototype":{}},',
  '"job_id":',
  '"resultUrls":[',
  '"nsfw":true,',
  '"{\\"data\\":\\"{}\\"}"',
  '"constructor":',
  '"retry_after":',
  'data:image/png;base64,',
  'file:///etc/passwd',
  '<script>',
  'moderation quota insufficient credit',
  '\u2028',
  '\ufeff',
)

export const answers: Corpus = { entries: bodies, tokens, reshape: jsonShapes(bodies) }

export const encodings = ['gzip', 'deflate', 'br'] as const
export type Encoding = (typeof encodings)[number]

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
}

/** The same bodies compressed, and a small one that unpacks to far more than the limit. */
export function compressedAnswers(encoding: Encoding): Corpus {
  const compress = compressors[encoding]
  const large = compress(Buffer.alloc(4 * 1024 * 1024, '[1,'))
  return {
    entries: [...mapped(bodies, compress), large],
    tokens: [
      Buffer.from('1f8b0800000000000003', 'hex'),
      Buffer.from('789c', 'hex'),
      Buffer.from('0300', 'hex'),
      Buffer.from('00000000ffff', 'hex'),
      compress(Buffer.from('{"url":"/files/6.png"}')),
    ],
  }
}

const eol = '\r\n'

/** Head and body; the head declares the body's length, unless it already does. */
function answer(status: string, lines: readonly string[], body: string | Buffer = ''): Buffer {
  const isSaid = lines.some((line) => /^(content-length|transfer-encoding|connection|upgrade):/.test(line))
  const head = [
    `HTTP/1.1 ${status}`,
    ...lines,
    ...(isSaid ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.concat([Buffer.from([...head, eol].join(eol)), Buffer.from(body)])
}

function httpAnswers(): Pieces {
  const [pending, completed] = bodies
  const result = bodies[2] ?? completed ?? pending
  const refusal = bodies[7] ?? pending
  const page = bodies[12] ?? pending
  const image = Buffer.from(png, 'base64')
  const chunked = [pending.length.toString(16), pending.toString(), '0', eol].join(eol)
  const trailed = ['4', '{"a"', '0', 'x-end: 1', eol].join(eol)
  return [
    answer('200 OK', ['content-type: application/json'], pending),
    answer('200 OK', ['content-type: application/json'], result),
    answer('200 OK', ['content-type: application/json', 'transfer-encoding: chunked'], chunked),
    answer('200 OK', ['content-type: application/json; charset=utf-16le', 'connection: close'], result),
    answer('200 OK', ['content-encoding: gzip'], gzipSync(result)),
    answer('200 OK', ['content-encoding: br'], brotliCompressSync(result)),
    answer('200 OK', ['content-type: image/png', 'etag: "v1"'], image),
    answer('206 Partial Content', ['content-range: bytes 10-67/68', 'etag: "v1"'], image.subarray(10)),
    answer('302 Found', ['location: /files/elsewhere.png']),
    answer('429 Too Many Requests', ['retry-after: 0', 'retry-after-ms: 15'], '{}'),
    Buffer.concat([answer('100 Continue', []), answer('103 Early Hints', []), answer('204 No Content', [])]),
    answer('401 Unauthorized', ['www-authenticate: Bearer', 'x-request-id: r-7'], refusal),
    answer('502 Bad Gateway', ['content-type: text/html', 'connection: close'], page),
    answer('101 Switching Protocols', ['upgrade: websocket', 'connection: upgrade']),
    answer('200 OK', ['transfer-encoding: chunked', 'trailer: x-end'], trailed),
  ]
}

/** Whole answers, head and body. Where they redirect a download, it is to the same server. */
export const wholeAnswers: Corpus = {
  entries: httpAnswers(),
  tokens: buffers(
    eol,
    eol + eol,
    '\n',
    ': ',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/0.9 ',
    'HTTP/2.0 ',
    'content-length: 5\r\n',
    'content-length: -1\r\n',
    'content-length: 99999999999999999999\r\n',
    'transfer-encoding: chunked\r\n',
    'transfer-encoding: gzip, chunked\r\n',
    'content-encoding: gzip\r\n',
    'content-encoding: br\r\n',
    'content-encoding: deflate\r\n',
    'content-type: text/html\r\n',
    'content-range: bytes 0-1/2\r\n',
    'connection: close\r\n',
    'connection: upgrade\r\nupgrade: h2c\r\n',
    'location: /files/x\r\n',
    'retry-after: Thu, 01 Jan 1970 00:00:00 GMT\r\n',
    `x-long: ${'x'.repeat(20_000)}\r\n`,
    ' folded\r\n',
    'ffffffff\r\n',
    '0\r\n\r\n',
    '\0',
  ),
}
