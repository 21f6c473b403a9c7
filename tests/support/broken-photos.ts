/**
 * Seven faults of the service with one photo: its answer, the reason that people see, and the number of attempts of an
 * export.
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
