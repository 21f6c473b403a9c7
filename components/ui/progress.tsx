/** A bar from 0 to `max`; without a `max` the end is not known yet. */
export function Progress({ label, value, max }: { label: string; value: number; max: number | null }) {
  return (
    <progress
      aria-label={label}
      {...(max === null ? {} : { value, max: Math.max(max, 1) })}
      className="h-1.5 w-full rounded-full"
    />
  )
}
