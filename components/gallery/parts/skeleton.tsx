import { Panel } from '#components/ui/panel.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { BarLegend, type BarPart, StackedBar } from '#components/ui/stacked-bar.tsx'
import { Example } from './example.tsx'

const PARTS: BarPart[] = [
  { key: 'approved', label: 'approved', value: 312, tone: 'positive' },
  { key: 'edited', label: 'waiting for approval', value: 58, tone: 'warning' },
  { key: 'uploaded', label: 'photo received', value: 31, tone: 'info' },
  { key: 'retake', label: 'retake', value: 11, tone: 'danger' },
  { key: 'pending', label: 'waiting for photo', value: 288, tone: 'neutral' },
]

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

export function ProgressPart() {
  return (
    <>
      <Example title="Progress: known end, unknown end" wide>
        <Progress label="Photos" value={212} max={480} />
        <Progress label="Listing" value={0} max={null} />
      </Example>
      <Example title="Stacked bar with its legend; nobody at all" wide>
        <StackedBar label="700 people" parts={PARTS} />
        <BarLegend parts={PARTS} />
        <StackedBar label="Nobody" parts={[]} />
      </Example>
    </>
  )
}
