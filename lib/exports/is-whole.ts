/**
 * Whether of everybody in an export it is known what became of their photo. Of one that is ready it is not when "Download again" was
 * cancelled or failed: what it lacks is fetched before any of it goes out.
 */
export function isWhole({
  total,
  done,
  failed,
}: {
  total: number | null
  done: number
  failed: number
}): boolean {
  return total === null || done + failed >= total
}
