import 'server-only'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/** The sizes that the service's operator has configured for this account, at most four. */
export function listImageSizes(client: PortraitClient, options?: CallOptions): Promise<ImageSize[]> {
  return client.listImageSizes(options)
}
