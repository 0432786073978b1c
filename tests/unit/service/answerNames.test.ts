import { describe, expect, test } from 'vitest'
import {
  codeNames,
  errorNames,
  imageName,
  isEnvelope,
  isForeign,
  isOfOthers,
  mayBeId,
  messageNames,
  nameWords,
  plainName,
  progressNames,
  statusCodeNames,
  statusNames,
  taskIdRank,
} from '../../../electron/core/service/answers/names'

describe('the words of a name', () => {
  test.each([
    ['resultImageURLs', ['result', 'image', 'url']],
    ['task_id', ['task', 'id']],
    ['taskID', ['task', 'id']],
    ['TaskIDs', ['task', 'id']],
    ['task-ids', ['task', 'id']],
    ['Task.Id', ['task', 'id']],
    ['generations_by_pk', ['generation', 'by', 'pk']],
    ['imageURIs', ['image', 'uri']],
    ['b64JSON', ['b64', 'json']],
    ['sdGenerationJob', ['sd', 'generation', 'job']],
    ['image2Url', ['image2', 'url']],
    // What ends in s alone isn't a plural.
    ['status', ['status']],
    ['progress', ['progress']],
    ['analysis', ['analysis']],
    ['has_nsfw_concepts', ['has', 'nsfw', 'concept']],
    ['s', ['s']],
    ['余额', ['余额']],
    ['', []],
    ['___', []],
  ])('%s', (name, words) => {
    expect(nameWords(name)).toEqual(words)
  })

  test('are the same in each spelling', () => {
    for (const name of ['failMsg', 'FailMsg', 'fail_msg', 'fail-msg', 'FAIL_MSG', 'failMsgs'])
      expect(plainName(name)).toBe('fail_msg')
  })
})

test('each listed name is a plain one, or no answer would have it', () => {
  for (const names of [statusNames, progressNames, errorNames, messageNames, codeNames, statusCodeNames])
    expect(names.map(plainName)).toEqual(names)
})

test('a listed word that ends as a plural does is known', () => {
  expect(isForeign('terms_url')).toBe(true)
  expect(isEnvelope('res')).toBe(true)
  expect(isEnvelope('resp')).toBe(true)
  expect(imageName('high_res_url')).not.toBeNull()
})

describe('the id of a task', () => {
  test.each([
    ...['task_id', 'taskId', 'TaskID', 'task_ids', 'taskUUID', 'job_id', 'jobId', 'generationId'],
    ...['prediction_id', 'operation_id', 'image_generation_task_id', 'async_task_id', 'run_id', 'imagine_id'],
  ])('may be called %s', (name) => {
    expect(taskIdRank(name)).not.toBeNull()
  })

  test.each([
    'id',
    'uuid',
    'image_id',
    'imageUUID',
    'parent_task_id',
    'upstreamTaskId',
    'user_id',
    'model_id',
  ])('is not surely what is called %s', (name) => expect(taskIdRank(name)).toBeNull())

  test('is surest as that of a task', () => {
    const ranks = ['task_id', 'job_id', 'generation_id', 'workflow_id'].map((name) => taskIdRank(name) ?? -1)
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
    expect(taskIdRank('job_task_id')).toBe(taskIdRank('task_id'))
  })

  test('may itself stand under few names', () => {
    expect(['data', 'result', 'results', 'output', 'id'].every(mayBeId)).toBe(true)
    expect(['message', 'data_id', 'url', 'description', 'request_id'].some(mayBeId)).toBe(false)
  })
})

describe('the name of an image', () => {
  test.each([
    ['url', 'address'],
    ['result_url', 'address'],
    ['resultImageUrls', 'address'],
    ['image_links', 'address'],
    ['imageURL', 'address'],
    ['hdUrl', 'address'],
    ['b64_json', 'bytes'],
    ['imageBase64Data', 'bytes'],
    ['base64', 'bytes'],
    ['image', 'either'],
    ['images', 'either'],
    ['sample', 'either'],
    ['output_images', 'either'],
    ['image_result', 'either'],
  ])('is %s: %s', (name, kind) => {
    expect(imageName(name)?.kind).toBe(kind)
  })

  test.each([
    ...['status_url', 'cancel_url', 'poll_url', 'callback_url', 'input_image', 'image_input', 'source_url'],
    ...['mask_url', 'avatar_url', 'logo_url', 'thumbnail_url', 'preview_image', 'upload_url', 'pay_url'],
    ...['reference_image', 'data', 'json', 'download', 'image_count', 'image_size', 'content', 'model_url'],
  ])('is not %s', (name) => {
    expect(imageName(name)).toBeNull()
  })

  test('that the interface has comes before any other, and the original after it', () => {
    const order = ['b64_json', 'url', 'image_url', 'result_url', 'origin_image_url']
    const ranks = order.map((name) => imageName(name)?.rank ?? -1)
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
    expect(new Set(ranks).size).toBe(ranks.length)
  })
})

test('names of what was sent, and of pages, are foreign', () => {
  for (const name of [
    'input',
    'requestParams',
    'source_images',
    'mask',
    'callbackUrl',
    'webhook',
    'user',
    'prompt',
  ])
    expect(isForeign(name), name).toBe(true)
  for (const name of ['output', 'result', 'data', 'image', 'url', 'created', 'status'])
    expect(isForeign(name), name).toBe(false)
})

test('names of other calls are of others, unless they are an envelope or an image', () => {
  for (const name of ['status_url', 'get', 'next_page', 'share_link', 'self', 'help'])
    expect(isOfOthers(name), name).toBe(true)
  for (const name of ['response', 'task', 'image', 'anything', 'mystery_field'])
    expect(isOfOthers(name), name).toBe(false)
})

test('an envelope is made of words that say nothing else', () => {
  for (const name of [
    'data',
    'generations_by_pk',
    'sdGenerationJob',
    'task_result',
    'image_list',
    'Response',
  ])
    expect(isEnvelope(name), name).toBe(true)
  for (const name of ['input', 'error', 'metadata', 'input_data', 'url', ''])
    expect(isEnvelope(name), name).toBe(false)
})
