import { json } from '#lib/http/answers.ts'

/** The process answers. Open to everybody, says nothing else. */
export function GET(): Response {
  return json({ status: 'live' })
}
