import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput, readJsonBody, readQuery } from '#lib/http/read-input.ts'

const MIB = 1024 * 1024
const post = (body: BodyInit | null, type: string | null = 'application/json') =>
  new Request('https://desk.example.test/', {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'content-type': type },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

/** A body of so many MiB; `taken` tells what was read of it. */
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
    'is read as %s',
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
  ])('is refused as %j, which a foreign form could send', async type => {
    await expect(readJsonBody(post('{}', type))).rejects.toMatchObject({ code: 'invalid_json', status: 400 })
  })

  test.each(['', '{', '{"a":1}}', 'undefined', "{'a':1}"])('that is none is refused: %j', async body => {
    await expect(readJsonBody(post(body))).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test('that is missing is refused', async () => {
    await expect(readJsonBody(post(null))).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test('may have exactly 1 MiB', async () => {
    const text = JSON.stringify('x'.repeat(MIB - 2))
    expect(await readJsonBody(post(text))).toHaveLength(MIB - 2)
  })

  test('that is larger is refused after it has come in, because its sender may hear nothing before', async () => {
    const { body, taken } = spaces(12)
    await expect(readJsonBody(post(body))).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
    expect(taken()).toEqual({ bytes: 12 * MIB, end: 'reached' })
  })

  test('that has no end is refused while it comes in', async () => {
    const { body, taken } = spaces(Number.POSITIVE_INFINITY)
    await expect(readJsonBody(post(body))).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
    expect(taken().bytes).toBeLessThanOrEqual(13.25 * MIB)
    expect(taken().end).toBe('cancelled')
  })
})

describe('a query', () => {
  test('is read decoded', () => {
    expect(readQuery('https://x.test/?a=1&b=%C3%BC+%2B')).toEqual({ a: '1', b: 'ü +' })
  })

  test('with a name given twice is refused, because two readers might choose differently', () => {
    expect(() => readQuery('https://x.test/?size=1&size=2')).toThrow(
      expect.objectContaining({ code: 'invalid', errors: { size: ['Given twice.'] } }),
    )
  })

  test('cannot reach the prototype', () => {
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

  test('that fits is returned as the schema gives it', () => {
    expect(parseInput(z.object({ a: z.string().trim() }), { a: ' x ', b: 1 })).toEqual({ a: 'x' })
  })

  test('of a batch names the entry and the field of every reason', () => {
    const error = refusal({
      employees: [
        { email: 'a@example.com', name: 'ab' },
        { email: 'x', name: 'y' },
      ],
    })
    expect(error).toMatchObject({ code: 'invalid', status: 422 })
    expect(Object.keys((error as { errors: object }).errors).sort()).toEqual([
      'employees.1.email',
      'employees.1.name',
    ])
  })

  test('with a misspelt field names that field', () => {
    const error = refusal({ employees: [{ email: 'a@example.com', name: 'ab', nmae: 1 }], extra: 1 })
    expect(Object.keys((error as { errors: object }).errors).sort()).toEqual(['employees.0.nmae', 'extra'])
  })
})
