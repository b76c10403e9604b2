// The article is complete without this script. It only adds convenience.
(() => {
  const root = document.documentElement;
  root.classList.add('lacuna-scripts');
  // A browser can refuse to store anything for a page on a disk.
  const remember = (key, value) => {
    try {
      localStorage.setItem(`lacuna-${key}`, value);
    } catch {}
  };
  const recall = (key) => {
    try {
      return localStorage.getItem(`lacuna-${key}`);
    } catch {
      return null;
    }
  };
  const readAddress = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  };
  const find = (selector, within = document) => within.querySelector(selector);
  const redoc = () => find('a[data-lacuna-redoc]');
  const redocFile = () => redoc().getAttribute('href').split('#')[0];
  const title = document.title;
  const headingOf = (place) => (find('h1, h2, h3, h4, h5, b', place) ?? place).textContent.trim();

  // Addresses of Redoc lead to its page.
  const lead = () => {
    if (!location.hash.startsWith('#/')) return false;
    location.replace(redocFile() + location.hash);
    return true;
  };
  const show = () => {
    if (lead()) return;
    const address = readAddress();
    const place = address === '' ? null : document.getElementById(address);
    const unknown = find('.lacuna-unknown');
    unknown.hidden = address === '' || place !== null;
    if (!unknown.hidden) {
      unknown.textContent = address.startsWith('text-')
        ? 'The fields at this address have changed. The contents list all operations and schemas.'
        : `There is no \u201c${address}\u201d in this reference. It may have been removed or renamed.`;
      scrollTo(0, 0);
    }
    const section = place?.closest('section, article, .lacuna-call-out[id]');
    document.title = section ? `${headingOf(section)} \u2013 ${title}` : title;
    for (let one = place; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
    if (place) place.scrollIntoView();
    const route = place?.closest('[data-route]')?.dataset.route;
    redoc().setAttribute('href', redocFile() + (route ? `#${route}` : ''));
  };

  const setTheme = (theme) => {
    root.classList.remove('light', 'dark');
    if (theme) root.classList.add(theme);
  };
  setTheme(recall('theme'));
  const toggleTheme = () => {
    const isDark =
      root.classList.contains('dark') ||
      (!root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
    setTheme(isDark ? 'light' : 'dark');
    remember('theme', isDark ? 'light' : 'dark');
  };

  // One CSS rule shows the samples of one language, because a large reference has thousands of them.
  const chooseLanguage = (language) => {
    find('#lacuna-language').textContent =
      `pre[data-label]:not([data-label="${CSS.escape(language)}"]) { display: none; }`;
  };
  // Runs before anything is drawn, so that nothing moves when the samples of other languages are hidden.
  chooseLanguage(recall('language') ?? 'curl');
  const setUpLanguages = () => {
    const labels = [...new Set([...document.querySelectorAll('pre[data-label]')].map(({ dataset }) => dataset.label))];
    const select = find('.lacuna-languages');
    if (labels.length < 2 || !select) {
      find('#lacuna-language').textContent = '';
      return;
    }
    for (const label of labels) select.append(new Option(label, label));
    const chosen = recall('language');
    select.value = labels.includes(chosen) ? chosen : labels[0];
    select.hidden = false;
    chooseLanguage(select.value);
    select.addEventListener('change', () => {
      chooseLanguage(select.value);
      remember('language', select.value);
    });
  };

  // The samples call the chosen server.
  const setUpServers = () => {
    const select = find('.lacuna-servers');
    if (!select) return;
    let shown = select.value;
    select.hidden = false;
    select.addEventListener('change', () => {
      for (const code of document.querySelectorAll('pre[data-label] > code')) {
        const text = code.textContent;
        if (text.includes(shown)) code.textContent = text.replaceAll(shown, select.value);
      }
      shown = select.value;
    });
  };

  // The index is created at the first search.
  let index;
  const buildIndex = () =>
    [...document.querySelectorAll('main section[id], main article[id], main .lacuna-call-out[id]')].map((place) => {
      const isItem = place.matches('.lacuna-call-out');
      const text = isItem ? find('p', place).textContent : headingOf(place);
      const more = find('.lacuna-route', place)?.textContent ?? '';
      return { id: place.id, text, words: `${place.id} ${text} ${place.matches('article') ? more : ''}`.toLowerCase() };
    });
  const most = 50;
  const search = ({ currentTarget }) => {
    const words = currentTarget.value.toLowerCase().split(/\s+/).filter(Boolean);
    const list = find('.lacuna-found');
    const contents = find('.lacuna-contents > ul:not(.lacuna-found)');
    contents.hidden = words.length > 0;
    list.replaceChildren();
    if (words.length === 0) return;
    index ??= buildIndex();
    const found = index.filter((one) => words.every((word) => one.words.includes(word)));
    for (const { id, text } of found.slice(0, most)) {
      const link = Object.assign(document.createElement('a'), {
        href: `#${encodeURIComponent(id)}`,
        textContent: text,
      });
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(find('code', button.parentElement).textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };

  const copyLink = async (link) => {
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      return; // The browser does not allow copying. The address bar has the link.
    }
    link.classList.add('lacuna-copied');
    setTimeout(() => link.classList.remove('lacuna-copied'), 1500);
  };

  addEventListener('hashchange', show);
  addEventListener('DOMContentLoaded', () => {
    setUpLanguages();
    setUpServers();
    find('.lacuna-search').addEventListener('input', search);
    show();
  });
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button, .lacuna-anchor');
    if (target instanceof Element && target.closest('.lacuna-contents a')) find('.lacuna-contents').hidePopover?.();
    if (!button) return;
    if (button.matches('.lacuna-anchor')) copyLink(button);
    if (button.matches('.lacuna-copy')) copy(button);
    if (button.matches('.lacuna-theme')) toggleTheme();
    if (button.matches('.lacuna-toggle-sources'))
      button.setAttribute('aria-pressed', String(root.classList.toggle('lacuna-shows-sources')));
  });
})();
