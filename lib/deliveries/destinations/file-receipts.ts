import type { DeliveryFile, Receipt } from './destination.ts'

/**
 * One file of a receipt. `sha256` is empty when the content is unknown. Receipts of earlier versions have no length.
 */
export type Lying = { place: string; sha256: string; bytes: number | null }

/**
 * Returns the receipt of photos that are files. Its version describes the content of each, in the order of the places.
 */
export function toReceipt(lying: readonly Lying[]): Receipt {
  return {
    places: lying.map(({ place }) => place),
    version: lying.map(({ sha256, bytes }) => (bytes === null ? sha256 : `${sha256}/${bytes}`)).join(' '),
  }
}

export function toLying({ places, version }: Receipt): Lying[] {
  const contents = version?.split(' ') ?? []
  return places.map((place, index) => {
    const [sha256 = '', bytes] = contents[index]?.split('/') ?? []
    return { place, sha256, bytes: bytes === undefined ? null : Number(bytes) }
  })
}

export function ofFiles(files: readonly DeliveryFile[]): Lying[] {
  return files.map(({ name, sha256, bytes }) => ({ place: name, sha256, bytes }))
}
