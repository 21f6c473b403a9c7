import { test } from 'vitest'
import { RECEIVERS } from '#tests/support/receivers.ts'
import { expectDeliveryToSurvive } from '#tests/support/resilience/interrupted-delivery.ts'

/** The smallest number of people with photos that are still pending when the destination fails. */
const PEOPLE = 60

test('a delivery to a folder survives two kills of the desk and an outage of the destination', () =>
  expectDeliveryToSurvive(RECEIVERS.folder, PEOPLE))
