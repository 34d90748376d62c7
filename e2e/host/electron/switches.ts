import { getHost } from '../state.ts'

const parse = (text: string): [name: string, value: string] => {
  const [, name = '', value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(text) ?? []
  return [name, value]
}

const all = (): Map<string, string> =>
  new Map([...process.argv, ...getHost().switches].filter((text) => text.startsWith('--')).map(parse))

/** `app.commandLine`: what main appends before ready goes to Chromium. */
export const commandLine = {
  appendSwitch: (name: string, value?: string) => {
    getHost().switches.push(value === undefined ? `--${name}` : `--${name}=${value}`)
  },
  appendArgument: (value: string) => {
    getHost().switches.push(value)
  },
  removeSwitch: (name: string) => {
    const host = getHost()
    host.switches = host.switches.filter((text) => parse(text)[0] !== name)
  },
  hasSwitch: (name: string) => all().has(name),
  getSwitchValue: (name: string) => all().get(name) ?? '',
} satisfies Electron.CommandLine
