/** A bar from 0 to `max`; null when the total is unknown. */
export function Progress({ label, value, max }: { label: string; value: number; max: number | null }) {
  return (
    <progress
      aria-label={label}
      {...(max === null ? {} : { value, max: Math.max(max, 1) })}
      className="h-1.5 w-full rounded-full"
    />
  )
}
