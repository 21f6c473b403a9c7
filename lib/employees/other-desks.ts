import 'server-only'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError } from '#lib/describe-error.ts'
import type { Mark } from '#lib/desks/channel.ts'
import { onMissedNews, onNews, startHearing, tellDesks } from '#lib/desks/news.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { forgetPhotos, photoFolder } from '#lib/photo-store/photo-store.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { touchedByChange } from '#lib/portrait-api/client.ts'
import { findKeyStates } from '#lib/portrait-api/connect.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { letGoOf } from './departures.ts'
import { ageRosters, patchRosters } from './held-rosters.ts'

type Written = { people?: readonly Employee[]; gone?: readonly number[] }

/**
 * Runs a write, and tells the desks beside this one what it has touched and how these people are now, before anybody is
 * answered: whoever looks at another desk then finds it there. Also of a write that may have happened.
 */
export async function tellingDesks<Result>(
  client: PortraitClient,
  touched: RegExp,
  run: () => Promise<Result>,
  toWritten: (result: Result) => Written,
): Promise<Result> {
  const askedAt = performance.now()
  try {
    const result = await run()
    await tell(client, touched, { ...toWritten(result), askedAt })
    return result
  } catch (error) {
    if (!(error instanceof DeskError && error.neverSent)) await tell(client, touched, { askedAt })
    throw error
  }
}

async function tell(
  { keyFingerprint, recent }: PortraitClient,
  touched: RegExp,
  { people = [], gone = [], askedAt }: Written & { askedAt: number },
): Promise<void> {
  const sentAt = Math.max(askedAt, ...people.map(({ id }) => recent.sentAt(id) ?? askedAt))
  await tellDesks({
    kind: 'written',
    key: keyFingerprint,
    touched: touched.source,
    people: [...people],
    gone: [...gone],
    agoMs: performance.now() - sentAt,
  })
}

/**
 * Called once when the desk starts: what other desks tell corrects what this one holds of people, in memory and on disk; also
 * what they have told of purges while it was down, since the moment that a file in `DATA_DIR` says.
 */
export async function startHearingDesks(): Promise<void> {
  hearOtherDesks()
  const path = join(/*turbopackIgnore: true*/ getEnv().dataDir, 'desk.news')
  const mark: Mark = {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    write(mark) {
      try {
        writeFileSync(path, mark, { mode: 0o600 })
      } catch (error) {
        // What is heard a second time after the next start costs no more than a few photos.
        log('warn', 'desk_news_mark_not_kept', { ...describeError(error) })
      }
    },
  }
  // In memory there is nobody yet; without a photo there is nothing to take away.
  await startHearing(mark, { hearsKept: existsSync(photoFolder()) })
}

function hearOtherDesks(): void {
  onNews('written', ({ key, touched, people, gone, agoMs }, told) => {
    const sentAt = performance.now() - told.agoMs - agoMs
    const addresses = new RegExp(touched)
    for (const { keyFingerprint, cache, recent } of findKeyStates(key)) {
      cache.forget(address => addresses.test(address))
      // What this desk was told later by the service itself stays.
      for (const employee of people)
        if (recent.see(employee, { sentAt, seenAt: sentAt }))
          patchRosters({ keyFingerprint }, employee.id, employee)
      for (const id of gone) {
        recent.forget(id)
        patchRosters({ keyFingerprint }, id, null)
      }
    }
  })
  onNews('people_purged', async ({ people }) => {
    letGoOf(people)
    await forgetPhotos(people)
  })
  onNews('photos_withdrawn', async ({ people }) => {
    for (const { cache, recent } of findKeyStates())
      for (const id of people.filter(id => recent.lastSeen(id)?.photo.approved)) {
        // Before it hands out a photo that it holds for approved, it asks the service.
        recent.forget(id)
        cache.forget(address => touchedByChange(id).test(address))
      }
    await forgetPhotos(people)
  })
  onMissedNews(() => {
    for (const { cache, recent } of findKeyStates()) {
      cache.forget(() => true)
      recent.forgetAll()
    }
    ageRosters()
  })
}
