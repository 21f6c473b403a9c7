/**
 * Seven ways in which a service can fail to give one photo: what it answers, the reason that people are told, and how
 * often an export asks before it believes it.
 */
export const BROKEN_PHOTOS = [
  {
    answer: { kind: 'status', status: 404, body: { code: 'not_available' } },
    code: 'not_available',
    asked: 1,
  },
  { answer: { kind: 'status', status: 409, body: { code: 'not_approved' } }, code: 'not_approved', asked: 1 },
  { answer: { kind: 'status', status: 500, body: {} }, code: 'service_unreachable', asked: 6 },
  { answer: { kind: 'html', status: 200 }, code: 'bad_service_answer', asked: 2 },
  { answer: { kind: 'redirect', location: '/elsewhere' }, code: 'service_moved', asked: 2 },
  { answer: { kind: 'cut', bytes: 900, withLength: false }, code: 'photo_damaged', asked: 6 },
  { answer: { kind: 'cut', bytes: 900 }, code: 'service_unreachable', asked: 6 },
] as const
