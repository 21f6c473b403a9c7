import { invalidInput } from './invalid-input.ts'

/** The parsed body; anything that is not JSON is invalid input (422) and not a crash. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) {
    throw invalidInput({ body: ['The content type must be application/json.'] })
  }
  try {
    const body: unknown = JSON.parse(await request.text())
    return body
  } catch {
    throw invalidInput({ body: ['The body is not valid JSON.'] })
  }
}
