import 'server-only'
import { forgetPhotos } from '#lib/photo-store/photo-store.ts'
import { touchedByChange } from '#lib/portrait-api/client.ts'
import { findKeyStates } from '#lib/portrait-api/connect.ts'
import { onDeskEvent, onMissedDeskEvents } from '#lib/ports/desk-events.ts'
import { letGoOf } from './departures.ts'
import { EMPLOYEES_PURGED, EMPLOYEES_WRITTEN, PHOTOS_WITHDRAWN } from './employee-events.ts'
import { ageRosters, patchRosters } from './held-rosters.ts'

/**
 * Called once at the start: events of other desks correct what this desk caches of employees, in memory and on disk.
 */
export function followDeskEvents(): void {
  onDeskEvent(EMPLOYEES_WRITTEN, ({ key, touched, people, gone, agoMs }, published) => {
    const sentAt = performance.now() - published.agoMs - agoMs
    const addresses = new RegExp(touched)
    for (const { keyFingerprint, cache, recent } of findKeyStates(key)) {
      cache.forget(address => addresses.test(address))
      // A later answer of the service to this desk is kept.
      for (const employee of people)
        if (recent.see(employee, { sentAt, seenAt: sentAt }))
          patchRosters({ keyFingerprint }, employee.id, employee)
      for (const id of gone) {
        recent.forget(id)
        patchRosters({ keyFingerprint }, id, null)
      }
    }
  })
  onDeskEvent(EMPLOYEES_PURGED, async ({ people }) => {
    letGoOf(people)
    await forgetPhotos(people)
  })
  onDeskEvent(PHOTOS_WITHDRAWN, async ({ people }) => {
    for (const { cache, recent } of findKeyStates())
      for (const id of people.filter(id => recent.lastSeen(id)?.photo.approved)) {
        // The desk asks the service before it hands out a photo that was approved.
        recent.forget(id)
        cache.forget(address => touchedByChange(id).test(address))
      }
    await forgetPhotos(people)
  })
  onMissedDeskEvents(() => {
    for (const { cache, recent } of findKeyStates()) {
      cache.forget(() => true)
      recent.forgetAll()
    }
    ageRosters()
  })
}
