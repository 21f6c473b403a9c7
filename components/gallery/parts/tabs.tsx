'use client'

import { useState } from 'react'
import { Tabs } from '#components/ui/tabs.tsx'
import { Example } from '../example.tsx'

export function TabsPart() {
  const [tab, setTab] = useState('person')
  return (
    <Example title="Tabs" wide>
      <Tabs
        label="About this person"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'person', label: 'Person', content: 'Five fields.' },
          { value: 'story', label: 'Story', content: 'Created, invited, received, edited, approved.' },
          { value: 'exports', label: 'Downloads', content: 'Where this photo went.' },
          { value: 'off', label: 'Disabled', content: null, disabled: true },
        ]}
      />
    </Example>
  )
}
