import { expect, test, vi } from 'vitest'
import { getPhotoVersion } from '#lib/photos/photo-access.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const PHOTO = { employeeId: 1, variant: 'standard' } as const
const TWO_MINUTES_MS = 2 * 60_000

/** The service gave this key an approved photo, and the approval was withdrawn since. */
function withdrawn() {
  const getEmployee = vi.fn(async () => readyEmployee({ photo: photoOf(1, { approved: false }) }))
  const client = fakeClient({ getEmployee })
  client.recent.see(readyEmployee())
  return { client, getEmployee }
}

test('a photo of a person just seen may be handed out for two minutes without a call', async () => {
  stopClock()
  const { client, getEmployee } = withdrawn()
  await passMs(TWO_MINUTES_MS)
  expect(await getPhotoVersion(client, PHOTO, {})).toBe(photoOf(1).edited_at)
  expect(getEmployee).not.toHaveBeenCalled()
})

test('a photo seen more than two minutes ago is checked, and a withdrawn approval is noticed', async () => {
  stopClock()
  const { client } = withdrawn()
  await passMs(TWO_MINUTES_MS + 1)
  expect(await getPhotoVersion(client, PHOTO, {})).toBeNull()
})

test('a refresh checks the photo at once', async () => {
  expect(await getPhotoVersion(withdrawn().client, PHOTO, { fresh: true })).toBeNull()
})

test.each(['', 'photo_approved'])(
  'a photo of a person with an unknown status (%j) may not be handed out',
  async status => {
    const client = fakeClient({ getEmployee: async () => readyEmployee({ status }) })
    await expect(getPhotoVersion(client, PHOTO, {})).rejects.toMatchObject({ code: 'unknown_status' })
    client.recent.see(readyEmployee({ status }))
    await expect(getPhotoVersion(client, PHOTO, {})).rejects.toMatchObject({ code: 'unknown_status' })
    client.recent.see(readyEmployee({ status, photo: photoOf(1, { approved: false }) }))
    expect(await getPhotoVersion(client, PHOTO, {})).toBeNull()
  },
)
