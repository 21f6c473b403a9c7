import { BarLegend } from '#components/ui/bar-legend.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { type BarPart, StackedBar } from '#components/ui/stacked-bar.tsx'
import { Example } from '../example.tsx'

const PARTS: BarPart[] = [
  { key: 'approved', label: 'approved', value: 312, tone: 'positive' },
  { key: 'edited', label: 'waiting for approval', value: 58, tone: 'warning' },
  { key: 'uploaded', label: 'photo received', value: 31, tone: 'info' },
  { key: 'retake', label: 'retake', value: 11, tone: 'danger' },
  { key: 'pending', label: 'waiting for photo', value: 288, tone: 'neutral' },
]

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
