import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import { toErrorResponse } from '#lib/handlers/error-response.ts'
import { FORM_LIMITS, parseInput, readJsonBody, readQuery } from '#lib/http/read-input.ts'
import { listOf } from '#lib/list-of.ts'

const MIB = 1024 * 1024
const post = (body: BodyInit | null, type: string | null = 'application/json') =>
  new Request('https://desk.example.test/', {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'content-type': type },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

/** Returns a body of so many MiB; `taken` returns how much of it was read. */
function spaces(mib: number) {
  let bytes = 0
  let end: 'reached' | 'cancelled' | null = null
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (bytes === mib * MIB) {
          end = 'reached'
          return controller.close()
        }
        bytes += 64 * 1024
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
      cancel() {
        end = 'cancelled'
      },
    },
    { highWaterMark: 0 },
  )
  return { body, taken: () => ({ bytes, end }) }
}

describe('a JSON body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'a JSON body is read as %s',
    async type => {
      expect(await readJsonBody(post('{"a":"ü"}', type))).toEqual({ a: 'ü' })
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
    '',
  ])('a JSON body as %j, which a foreign form could send, is refused', async type => {
    await expect(readJsonBody(post('{}', type))).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test.each(['', '{', '{"a":1}}', 'undefined', "{'a':1}"])(
    'a body that is not JSON is refused: %j',
    async body => {
      await expect(readJsonBody(post(body))).rejects.toMatchObject({ code: 'invalid_json' })
    },
  )

  test('a missing body is refused', async () => {
    await expect(readJsonBody(post(null))).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test('a JSON body may have exactly 1 MiB', async () => {
    const text = JSON.stringify('x'.repeat(MIB - 2))
    expect(await readJsonBody(post(text))).toHaveLength(MIB - 2)
  })

  test('a body over the limit is refused only after it has come in', async () => {
    const { body, taken } = spaces(8)
    const request = post(body)
    await expect(readJsonBody(request)).rejects.toMatchObject({ code: 'body_too_large' })
    expect(taken().bytes).toBeLessThan(1.25 * MIB)
    await toErrorResponse(request, new DeskError('body_too_large'))
    expect(taken()).toEqual({ bytes: 8 * MIB, end: 'reached' })
  })

  test('a body that nobody read is drained before the error is answered', async () => {
    const { body, taken } = spaces(2)
    expect((await toErrorResponse(post(body), new DeskError('signed_out'))).status).toBe(401)
    expect(taken()).toEqual({ bytes: 2 * MIB, end: 'reached' })
  })

  test('an endless body is refused while it comes in', async () => {
    const { body, taken } = spaces(Number.POSITIVE_INFINITY)
    expect((await toErrorResponse(post(body), new DeskError('body_too_large'))).status).toBe(413)
    expect(taken().bytes).toBeLessThanOrEqual(12.25 * MIB)
    expect(taken().end).toBe('cancelled')
  })

  test('a body of a signed-out caller may be as large as a form', async () => {
    const { body } = spaces(1)
    await expect(readJsonBody(post(body), FORM_LIMITS)).rejects.toMatchObject({ code: 'body_too_large' })
  })

  const reasonOf = (text: string | Uint8Array<ArrayBuffer>) =>
    readJsonBody(post(text)).then(
      () => 'accepted',
      ({ code, errors }) => `${code} ${errors?.body ?? ''}`,
    )
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const list = (length: number) => `[${Array(length).fill(0)}]`
  const object = (fields: number) => `{${Array.from({ length: fields }, (_, index) => `"${index}":0`)}}`

  test.each([
    ['16 levels', nested(16), 'accepted'],
    ['17 levels', nested(17), 'invalid_json Nested too deeply.'],
    ['5,000 fields', object(5_000), 'accepted'],
    ['5,001 fields', object(5_001), 'invalid_json Too many fields.'],
    ['100,000 numbers', list(100_000), 'accepted'],
    ['102,000 numbers', list(102_000), 'invalid_json Too many values.'],
    ['what looks like levels inside a text', JSON.stringify('[{'.repeat(50)), 'accepted'],
    ['what looks like fields inside a text', JSON.stringify('":,'.repeat(9_000)), 'accepted'],
    ['a text that ends with a backslash', '{"a":"\\\\","b":[[]]}', 'accepted'],
    ['a text that never ends', '"\\\\\\"', 'invalid_json '],
    ['half a character', '"\\ud83d"', 'invalid_json Half a character: a surrogate without its other half.'],
    ['a whole one in two escapes', '"\\ud83d\\ude00"', 'accepted'],
    ['the letters of an escape', '"\\\\ud83d"', 'accepted'],
    ['bytes that are no text', new Uint8Array([0x22, 0xff, 0x22]), 'invalid_json '],
  ])('a JSON body is counted before it is parsed: %s', async (_, text, expected) => {
    expect(await reasonOf(text)).toBe(expected)
  })
})

describe('a query', () => {
  test('a query is decoded', () => {
    expect(readQuery('https://x.test/?a=1&b=%C3%BC+%2B')).toEqual({ a: '1', b: 'ü +' })
  })

  test('a parameter given twice is refused, because two readers might choose differently', () => {
    expect(() => readQuery('https://x.test/?size=1&size=2')).toThrow(
      expect.objectContaining({ code: 'invalid', errors: { size: ['Given twice.'] } }),
    )
  })

  test('a query cannot reach the prototype', () => {
    const query = readQuery('https://x.test/?__proto__=1&constructor=2&toString=3')
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype)
    expect(Object.hasOwn(query, 'toString')).toBe(true)
  })
})

describe('input', () => {
  const schema = z.strictObject({
    employees: z.array(z.strictObject({ email: z.email(), name: z.string().min(2) })),
  })
  const refusal = (input: unknown) => {
    try {
      parseInput(schema, input)
    } catch (error) {
      return error
    }
  }

  test('a valid input is returned as the schema parses it', () => {
    expect(parseInput(z.object({ a: z.string().trim() }), { a: ' x ', b: 1 })).toEqual({ a: 'x' })
  })

  test('a refused batch names the entry and the field of every reason', () => {
    const error = refusal({
      employees: [
        { email: 'a@example.com', name: 'ab' },
        { email: 'x', name: 'y' },
      ],
    })
    expect(error).toMatchObject({ code: 'invalid' })
    expect(Object.keys((error as { errors: object }).errors).sort()).toEqual([
      'employees.1.email',
      'employees.1.name',
    ])
  })

  test('a refused batch names its misspelt field', () => {
    const error = refusal({ employees: [{ email: 'a@example.com', name: 'ab', nmae: 1 }], extra: 1 })
    expect(Object.keys((error as { errors: object }).errors).sort()).toEqual(['employees.0.nmae', 'extra'])
  })
})

describe('an answer about faulty input', () => {
  const tell = async (errors: Record<string, string[]>) => {
    const answer = await toErrorResponse(post(null), new DeskError('invalid', { errors }))
    const text = await answer.text()
    return { ...JSON.parse(text), bytes: Buffer.byteLength(text) }
  }
  const named = (count: number, toName: (index: number) => string, reasons = ['No.']) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [toName(index), reasons]))

  test('an answer about faulty input names twenty fields and counts the others', async () => {
    const { errors, moreErrors } = await tell(named(1_000, index => `k${index}`))
    expect([Object.keys(errors).length, moreErrors]).toEqual([20, 980])
    expect(await tell(named(20, index => `k${index}`))).not.toHaveProperty('moreErrors')
  })

  test.each([
    ['long names', named(20, index => index + 'n'.repeat(9_000))],
    ['names of control characters', named(20, index => index + '\u0000'.repeat(9_000))],
    ['long reasons', named(20, String, Array(9).fill('x'.repeat(9_000)))],
    ['names of many bytes', named(20, index => `${index}${'😀'.repeat(9_000)}`, ['😀'.repeat(9_000)])],
  ])('an answer about faulty input stays small with %s', async (_, errors) => {
    expect((await tell(errors)).bytes).toBeLessThan(16 * 1024)
  })

  test.each(['{"constructor":1}', '{"__proto__":1}', '{"toString":1}'])(
    'an answer about faulty input can name a field that every object has: %s',
    async text => {
      const input = await readJsonBody(post(text))
      let thrown: unknown
      try {
        parseInput(z.strictObject({}), input)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ code: 'invalid' })
      expect(Object.entries((thrown as DeskError).errors ?? {})).toEqual([
        [Object.keys(JSON.parse(text))[0], ['Unknown field.']],
      ])
    },
  )

  test('an answer about faulty input names only each unknown field, however many there are', () => {
    const input = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`k${index}`, 1]))
    expect(() => parseInput(z.strictObject({}), input)).toThrow(
      expect.objectContaining({ errors: expect.objectContaining({ k0: ['Unknown field.'] }) }),
    )
    try {
      parseInput(z.strictObject({}), input)
    } catch (error) {
      expect(Object.keys((error as DeskError).errors ?? {}).length).toBeLessThan(50)
    }
  })
})

test('a list is checked until twenty of its items have failed', () => {
  const item = vi.fn((value: unknown) => value === 1)
  const schema = listOf(z.unknown().refine(item), { max: 5_000 })
  expect(() => parseInput(schema, Array(5_000).fill(0))).toThrow(DeskError)
  expect(item).toHaveBeenCalledTimes(20)
  expect(() => parseInput(schema, Array(5_001).fill(0))).toThrow(DeskError)
  expect(item).toHaveBeenCalledTimes(20)
  expect(parseInput(listOf(z.string().trim(), { max: 2 }), [' a', 'b '])).toEqual(['a', 'b'])
})
