import { Skeleton } from '#components/ui/skeleton.tsx'

const ROWS = [...'abcdefghij']

/** Placeholder rows as high as real rows, so that nothing jumps when those arrive. */
export function EmployeeRowsSkeleton() {
  return (
    <div aria-hidden="true" className="pt-9">
      {ROWS.map(row => (
        <div key={row} className="flex h-12 items-center gap-6 border-line border-t px-4">
          <Skeleton shape="round" className="size-9 shrink-0" />
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 w-56 max-sm:hidden" />
          <Skeleton className="ms-auto h-3 w-28 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
