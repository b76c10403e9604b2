// Addresses of Redoc begin with `#/`. Every other address is a place in the article.
(() => {
  const root = document.documentElement;
  root.classList.add('lacuna-scripts');
  // Redoc would load its logo from a server, which the policy of this page forbids. So an image with its name replaces
  // it.
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="16"><text x="2" y="12" font-family="sans-serif" font-size="12" font-weight="600" fill="#0044d4">Redoc</text></svg>';
  const chooseSource = (value) =>
    /^(?:data|blob):/.test(value) ? value : `data:image/svg+xml,${encodeURIComponent(picture)}`;
  const images = HTMLImageElement.prototype;
  const { set, ...source } = Object.getOwnPropertyDescriptor(images, 'src');
  Object.defineProperty(images, 'src', {
    ...source,
    set(value) {
      set.call(this, chooseSource(value));
    },
  });
  images.setAttribute = function (name, value) {
    Element.prototype.setAttribute.call(this, name, name === 'src' ? chooseSource(value) : value);
  };
  const links = () => [...document.querySelectorAll('a[data-lacuna-article]')];
  const article = () => links()[0]?.getAttribute('href').split('#')[0] ?? 'article.html';
  const readAddress = () => {
    try {
      return decodeURI(location.hash.slice(1));
    } catch {
      return '';
    }
  };
  const places = () => JSON.parse(document.getElementById('lacuna-places').textContent);
  // Finds the place of the article with the same content. Addresses of removed operations have the same endings.
  const findPlace = () => {
    const address = readAddress();
    const found = address.length > 1 && places().find(([route]) => address.endsWith(route));
    return found ? `#${found[1]}` : '';
  };
  // Leaving a second time would begin again.
  let isLeaving = false;
  const leave = (address) => {
    isLeaving = true;
    location.replace(address);
  };
  const lead = () => {
    if (location.hash.length < 2 || location.hash.startsWith('#/')) return false;
    leave(`${article()}${location.hash}`);
    return true;
  };
  const update = () => {
    for (const link of links()) link.setAttribute('href', article() + findPlace());
  };
  addEventListener('DOMContentLoaded', () => {
    if (lead()) return;
    update();
    // If Redoc no longer has an address that it once had, this leads to the change.
    const pages = document.getElementsByClassName('not-found-page');
    const names = () => [...(pages[0]?.querySelectorAll('*') ?? [])].map(({ textContent }) => textContent);
    new MutationObserver(() => {
      if (isLeaving || pages.length === 0 || !names().includes(location.hash.slice(1))) return;
      if (document.querySelector('a[href$="#changes"]')) leave(article() + (findPlace() || '#changes'));
    }).observe(document.querySelector('.lacuna-redoc'), { childList: true, subtree: true, characterData: true });
  });
  for (const type of ['popstate', 'hashchange'])
    addEventListener(
      type,
      (event) => {
        if (lead()) event.stopImmediatePropagation();
      },
      true,
    );
  // Redoc resolves a relative URL of a server against the URL of this page. The page shows it as it is written.
  const base = location.origin + location.pathname.replace(/[^/]*$/, '');
  const restore = (node) => {
    if (!node.textContent.includes(base)) return;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = node.nodeType === Node.TEXT_NODE ? node : walker.nextNode(); text; text = walker.nextNode())
      if (text.data.includes(base)) text.data = text.data.replaceAll(base, '');
  };
  const hasRelative = () => document.querySelector('.lacuna-redoc').dataset.servers === 'relative';
  addEventListener('DOMContentLoaded', () => {
    if (!hasRelative()) return;
    const options = { childList: true, subtree: true, characterData: true };
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) restore(node);
    }).observe(document.querySelector('.lacuna-redoc'), options);
  });
  // Redoc sorts responses by number, so a range such as 2XX is the last one. This opens the success first. Redoc reuses
  // the elements for the next operation, so the choice also belongs to the operation.
  const chosen = new WeakMap();
  // A choice must not move the operation that is being read, even if something above it changes. Redoc draws the choice
  // a moment later.
  let kept;
  const keepPlace = () => {
    const moved = kept ? kept.section.getBoundingClientRect().top - kept.top : 0;
    if (moved !== 0) scrollBy(0, moved);
  };
  const findRead = () => document.elementFromPoint(innerWidth / 4, innerHeight / 2)?.closest('[data-section-id]');
  const chooseSuccess = () => {
    keepPlace();
    kept = undefined;
    for (const list of document.querySelectorAll('.lacuna-redoc [role="tablist"]')) {
      const tabs = [...list.querySelectorAll('[role="tab"]')];
      const names = tabs.map(({ textContent }) => textContent.trim());
      if (!names.every((name) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(name))) continue;
      const operation = `${list.closest('[data-section-id]')?.dataset.sectionId} ${names}`;
      if (chosen.get(list) === operation) continue;
      chosen.set(list, operation);
      const success = names.findIndex((name) => name.startsWith('2'));
      if (success <= 0 || names[0].startsWith('2')) continue;
      const section = findRead();
      if (section && section.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_PRECEDING)
        kept = { section, top: section.getBoundingClientRect().top };
      tabs[success].click();
    }
  };
  const menus = document.getElementsByClassName('menu-content');
  // Redoc's menu is no landmark. Narrow screens get another one.
  const nameMenu = () => {
    for (const menu of menus) {
      if (menu.role === 'navigation') continue;
      menu.role = 'navigation';
      menu.ariaLabel = 'Contents';
    }
  };
  // The name of a menu's button in Redoc omits the choice, which is its text.
  const nameChoices = () => {
    for (const button of document.querySelectorAll('.lacuna-redoc [aria-haspopup="menu"][aria-label]')) {
      button.dataset.lacunaName ??= button.ariaLabel;
      const name = `${button.dataset.lacunaName}: ${button.textContent}`;
      if (button.ariaLabel !== name) button.ariaLabel = name;
    }
  };
  // Redoc's own links lack the `#`, without which another tab would open a page that does not exist.
  const completeLinks = () => {
    for (const link of document.querySelectorAll('.lacuna-redoc a[data-discover][href^="/"]'))
      link.setAttribute('href', `#${link.getAttribute('href')}`);
  };
  addEventListener('DOMContentLoaded', () => {
    const options = { childList: true, subtree: true };
    const complete = () => {
      chooseSuccess();
      nameMenu();
    };
    complete();
    const drawn = document.querySelector('.lacuna-redoc');
    new MutationObserver(complete).observe(drawn, options);
    completeLinks();
    new MutationObserver(completeLinks).observe(drawn, { ...options, attributeFilter: ['href'] });
    nameChoices();
    new MutationObserver(nameChoices).observe(drawn, { ...options, characterData: true });
  });
  // Redoc's dialogs have no role and no name and do not take the focus. The button that closes one has no name. The
  // dialogs are children of the body.
  const openers = new Map();
  const nameDialog = (dialog) => {
    const isSearch = dialog.dataset?.testid === 'search-dialog';
    const close = dialog.querySelector?.('.button-variant-ghost');
    const panel = isSearch ? dialog.firstElementChild : close?.parentElement;
    if (!panel) return;
    const title = panel.querySelector('[data-component-name="Typography/Typography"]')?.textContent;
    const attributes = { role: 'dialog', 'aria-modal': 'true', 'aria-label': isSearch ? 'Search' : title || 'Details' };
    for (const [name, value] of Object.entries(attributes)) panel.setAttribute(name, value);
    if (isSearch) return nameSearch(panel);
    close.setAttribute('aria-label', 'Close');
    openers.set(dialog, document.activeElement);
    panel.focus();
  };
  const nameSearch = (panel) => {
    panel.querySelector('input')?.setAttribute('aria-label', 'Search');
    const name = () => panel.querySelector('.button-variant-ghost')?.setAttribute('aria-label', 'Clear');
    new MutationObserver(name).observe(panel, { childList: true, subtree: true });
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of addedNodes) nameDialog(node);
        for (const node of removedNodes) openers.get(node)?.focus();
      }
    }).observe(document.body, { childList: true });
  });
  // Redoc changes its address while it scrolls without any event.
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, update, true);
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, ({ target }) => {
      const copy = target instanceof Element && target.closest('[data-testid="page-actions"] button');
      if (!copy) return;
      const isWhole = copy.closest('[data-section-id]')?.dataset.sectionId === '/';
      copy.title = isWhole ? 'Copy as YAML' : 'Copy as Markdown';
    });
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('.lacuna-toggle-sources');
    if (button) button.setAttribute('aria-pressed', String(root.classList.toggle('lacuna-shows-sources')));
  });
})();
