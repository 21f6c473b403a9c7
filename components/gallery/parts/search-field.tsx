'use client'

import { useState } from 'react'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { Example } from './example.tsx'

export function SearchFieldPart() {
  const [text, setText] = useState('')
  const [filled, setFilled] = useState('Yılmaz')
  return (
    <Example title="Empty with its key, filled, busy" wide>
      <div className="grid max-w-sm gap-3">
        <SearchField
          label="Search in 700 people"
          placeholder="Search in 700 people"
          shortcut="/"
          value={text}
          onChange={setText}
        />
        <SearchField label="Search, filled" value={filled} onChange={setFilled} />
        <SearchField label="Search, busy" busy value="Bau" onChange={setText} />
      </div>
    </Example>
  )
}
