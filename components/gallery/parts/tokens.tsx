import { Example } from './example.tsx'

const GROUNDS = [
  ['surface', 'bg-surface'],
  ['panel', 'bg-panel'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['hover', 'bg-hover'],
  ['pressed', 'bg-pressed'],
  ['accent-soft', 'bg-accent-soft'],
  ['positive-soft', 'bg-positive-soft'],
  ['warning-soft', 'bg-warning-soft'],
  ['danger-soft', 'bg-danger-soft'],
  ['info-soft', 'bg-info-soft'],
] as const
const WORDS = [
  ['text', 'text-text'],
  ['muted', 'text-muted'],
  ['accent-text', 'text-accent-text'],
  ['positive', 'text-positive'],
  ['warning', 'text-warning'],
  ['danger', 'text-danger'],
  ['info', 'text-info'],
] as const

export function TokensPart() {
  return (
    <>
      <Example title="Grounds" wide>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {GROUNDS.map(([name, ground]) => (
            <div key={name} className={`rounded-md border border-line px-3 py-6 text-sm ${ground}`}>
              {name}
            </div>
          ))}
        </div>
      </Example>
      <Example title="Words" wide>
        {WORDS.map(([name, colour]) => (
          <p key={name} className={colour}>
            {name}: Ada Yılmaz, 00042, „Freigegeben“ since 12 November
          </p>
        ))}
      </Example>
      <Example title="Sizes" wide>
        <p className="font-semibold text-xl">xl 20: Zentrale Köln – Herbst</p>
        <p className="text-lg">lg 16: Zentrale Köln – Herbst</p>
        <p className="text-base">base 14: Zentrale Köln – Herbst · 1234567890 · 1111111111</p>
        <p className="text-sm">sm 13: Zentrale Köln – Herbst · 1234567890 · 1111111111</p>
        <p className="text-xs">xs 12: Zentrale Köln – Herbst · 1234567890 · 1111111111</p>
      </Example>
    </>
  )
}
