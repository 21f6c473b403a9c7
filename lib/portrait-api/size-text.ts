import type { ImageSize } from './contract.ts'

/** The texts of an image size for sentences; a dimension of 0 is free. */
export function toSizeText({ label, width, height }: ImageSize): {
  label: string
  width: string
  height: string
} {
  return { label, width: String(width || '–'), height: String(height || '–') }
}
