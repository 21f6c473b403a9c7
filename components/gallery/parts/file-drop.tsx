'use client'

import { useState } from 'react'
import { FileDrop } from '#components/ui/field/file-drop.tsx'
import { Example } from './example.tsx'

export function FileDropPart() {
  const [name, setName] = useState('')
  return (
    <Example title="Ready, being read, refused, disabled" wide>
      <FileDrop
        label="Drop your list here"
        hint={name || 'CSV or Excel, up to 10 MB'}
        accept=".csv,.xlsx"
        onFile={file => setName(file.name)}
      />
      <FileDrop
        label="Drop your list here"
        reading={{ label: 'Reading the list…', cancelLabel: 'Cancel', onCancel: () => setName('') }}
        onFile={file => setName(file.name)}
      />
      <FileDrop
        label="Drop your list here"
        hint="CSV or Excel, up to 10 MB"
        error="This file is a picture, not a list."
        onFile={file => setName(file.name)}
      />
      <FileDrop label="Only administrators bring lists in" disabled onFile={file => setName(file.name)} />
    </Example>
  )
}
