import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeliveryFile } from '#lib/deliveries/destinations/destination.ts'
import { createTempFolder } from './temp-folder.ts'

/** A photo on the desk's disk with any content. */
export function deliveryFile(name: string, content: string | Buffer): DeliveryFile {
  const path = join(createTempFolder(), 'photo.jpg')
  writeFileSync(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, path, bytes: Buffer.byteLength(content), sha256 }
}
