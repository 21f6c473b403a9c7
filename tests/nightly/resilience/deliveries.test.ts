import { test } from 'vitest'
import { leaveOut } from '#tests/support/left-out.ts'
import { RECEIVERS } from '#tests/support/receivers.ts'
import { expectDeliveryToSurvive } from '#tests/support/resilience/interrupted-delivery.ts'

const PEOPLE = 700

for (const [kind, open] of Object.entries(RECEIVERS))
  test(`a delivery to ${kind} survives two kills of the desk and an outage of the destination`, async () => {
    if (open) await expectDeliveryToSurvive(open, PEOPLE)
    else leaveOut(`deliveries to ${kind} under faults`, 'its server')
  })
