import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Example } from '../example.tsx'

export function SkeletonPart() {
  return (
    <>
      <Example title="A line, a box, a round mark" wide>
        <Skeleton className="h-3 w-64" />
        <Skeleton shape="box" className="h-16 w-64" />
        <Skeleton shape="round" className="size-16" />
      </Example>
      <Example title="A row of a table, as tall as a real one" wide>
        <Panel>
          <div className="flex h-12 items-center gap-6 px-4">
            <Skeleton shape="round" className="size-9 shrink-0" />
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-3 w-40" />
            <Skeleton className="ms-auto h-3 w-28" />
          </div>
        </Panel>
      </Example>
    </>
  )
}
