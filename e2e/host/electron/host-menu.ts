import { checkOptions } from './platform-tags.ts'
import { record } from './recorded.ts'
import { strict } from './strict.ts'

type Template = Electron.MenuItemConstructorOptions
type Item = Omit<Template, 'submenu' | 'click'> & { label: string; submenu: HostMenu | null; click: () => void }

let applicationMenu: HostMenu | null = null

/** Menus are not drawn: they are kept, so that a test can read and click them. */
export class HostMenu {
  items: Item[] = []

  static buildFromTemplate(template: Template[]): HostMenu {
    const menu = new HostMenu()
    menu.items = template.map((options) => {
      checkOptions('MenuItemConstructorOptions', options)
      const submenu = Array.isArray(options.submenu) ? HostMenu.buildFromTemplate(options.submenu) : null
      const click = () => options.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
      return { ...options, label: options.label ?? options.role ?? '', submenu, click }
    })
    return menu
  }
  static setApplicationMenu(menu: HostMenu | null): void {
    applicationMenu = menu
    record('menu', { labels: menu?.items.map((item) => item.label) ?? null })
  }
  static getApplicationMenu(): HostMenu | null {
    return applicationMenu
  }

  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
  popup(): void {
    record('menu-popup', { labels: this.items.map((item) => item.label) })
  }
}

export const Menu: typeof HostMenu = strict('Menu', HostMenu)
