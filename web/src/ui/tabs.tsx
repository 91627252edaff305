import * as RadixTabs from 'radix-ui/tabs'
import { type ReactNode } from 'react'
import './tabs.css'

/** Tabs with their panels; `label` names the row of tabs. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[]
}) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((one) => one.value === chosen)
        if (tab) onChange(tab.value)
      }}
    >
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="tab"
            onMouseDownCapture={(event) => {
              // Radix would focus the tab by script, which browsers show as the focus of a keyboard.
              if (event.button !== 0 || event.ctrlKey) return
              event.stopPropagation()
              onChange(tab.value)
            }}
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="tab-panel">
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
