/** `portrait-desk photos wipe`: removes every photo that the desk keeps on its disk. */
import { rm } from 'node:fs/promises'
import { removeLeftPhotos } from '#lib/photo-store/left-photos.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { SettingsError } from '#lib/settings/env.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

try {
  if (requireOperator(process.argv.slice(2)).join() !== 'wipe') fail(USAGE.photos)
  await rm(photoFolder(), { recursive: true, force: true })
  await removeLeftPhotos()
  console.log('The photo store is empty.')
} catch (error) {
  if (error instanceof SettingsError) fail(error.message)
  throw error
}
