/** The desk's logo: a portrait in its frame. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <circle cx="12" cy="9.5" r="3.25" className="fill-on-accent" />
      <path d="M5.5 19.5a6.5 6.5 0 0 1 13 0z" className="fill-on-accent" />
    </svg>
  )
}
