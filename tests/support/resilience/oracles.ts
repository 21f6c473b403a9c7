import type { Oracle } from './faults.ts'

/** A read is repeated when its answer got lost, not when the answer is invalid. */
export const READ_ORACLE: Oracle = {
  latency: 'right',
  'a drip of a body': 'right',
  'a reset before the work': 'right',
  'a reset after the work': 'right',
  'resets without end': 'service_unreachable',
  'a body cut with its length': 'right',
  'bodies cut with their length without end': 'service_unreachable',
  'a body cut without a length': 'bad_service_answer',
  'bodies cut without a length without end': 'bad_service_answer',
  'a 200 of the wrong content type': 'bad_service_answer',
  'a 200 of the wrong content type after the work': 'bad_service_answer',
  'an HTML error page': 'right',
  'an HTML page with status 200': 'bad_service_answer',
  'a redirect': 'service_moved',
  'a 401 in the middle': 'key_rejected',
  'a Retry-After far away': 'busy',
  'a 500': 'right',
  'a 500 after the work': 'right',
  '500s without end': 'service_unreachable',
}

/** A photo that ends too early is fetched again, because half a photo is a lost body. */
export const PHOTO_ORACLE: Oracle = { ...READ_ORACLE, 'a body cut without a length': 'right' }

/** A change is never sent twice; a read of the person shows whether it happened. */
export const CHANGE_ORACLE: Oracle = {
  latency: 'right',
  'a drip of a body': 'right',
  'a reset before the work': 'service_unreachable',
  'a reset after the work': 'right',
  'resets without end': 'service_unreachable',
  'a body cut with its length': 'right',
  'bodies cut with their length without end': 'right',
  'a body cut without a length': 'right',
  'bodies cut without a length without end': 'right',
  'a 200 of the wrong content type': 'bad_service_answer',
  'a 200 of the wrong content type after the work': 'right',
  'an HTML error page': 'gateway_answered',
  'an HTML page with status 200': 'bad_service_answer',
  'a redirect': 'service_moved',
  'a 401 in the middle': 'key_rejected',
  'a Retry-After far away': 'busy',
  'a 500': 'service_unreachable',
  'a 500 after the work': 'right',
  '500s without end': 'service_unreachable',
}

/** A create that certainly did not happen is sent once more. */
export const CREATE_ORACLE: Oracle = {
  ...CHANGE_ORACLE,
  'a reset before the work': 'right',
  'a 200 of the wrong content type': 'right',
  'an HTML error page': 'right',
  'an HTML page with status 200': 'right',
  'a redirect': 'right',
  'a 500': 'right',
}
