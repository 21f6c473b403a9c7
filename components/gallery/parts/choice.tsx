'use client'

import { useState } from 'react'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { Example } from './example.tsx'

export function ChoicePart() {
  const [format, setFormat] = useState('standard')
  const [variant, setVariant] = useState('jpeg')
  const [on, setOn] = useState(true)
  return (
    <>
      <Example title="Checkbox: off, on, some, with a hint, disabled">
        <Checkbox label="Photo is ready" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Checkbox label="ASCII names" hint="ä becomes ae" defaultChecked />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled, on" disabled defaultChecked />
      </Example>
      <Example title="Switch" wide>
        <div className="grid max-w-sm gap-1">
          <Switch
            label="Compact rows"
            hint="Takes effect at once"
            checked={on}
            onChange={event => setOn(event.target.checked)}
          />
          <Switch label="Off" />
          <Switch label="Disabled" disabled />
        </div>
      </Example>
      <Example title="Radio cards" wide>
        <RadioCards
          legend="Form"
          value={format}
          onChange={setFormat}
          className="max-w-2xl sm:grid-cols-3"
          cards={[
            { value: 'standard', label: 'Standard', hint: 'JPEG with its background' },
            { value: 'transparent', label: 'Cut-out', hint: 'PNG without a background' },
            { value: 'none', label: 'Not to be had', hint: 'Disabled', disabled: true },
          ]}
        />
      </Example>
      <Example title="Segmented control">
        <SegmentedControl
          legend="Variant"
          value={variant}
          onChange={setVariant}
          segments={[
            { value: 'jpeg', label: 'JPEG' },
            { value: 'png', label: 'PNG cut-out' },
            { value: 'off', label: 'Disabled', disabled: true },
          ]}
        />
      </Example>
    </>
  )
}
