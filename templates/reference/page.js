// Redoc's addresses begin with `#/`; every other one is a place in the article, and Redoc is not told of it.
(() => {
  const root = document.documentElement;
  root.classList.add('lacuna-scripts');
  const readAddress = (decode) => {
    try {
      return decode(location.hash.slice(1));
    } catch {
      return '';
    }
  };
  // An address that Redoc had once and has no more: the row of what stood there, or else all that changed, shows.
  let lost;
  const findRow = () => {
    const address = readAddress(decodeURI);
    return [...document.querySelectorAll('[data-route]')].find(({ dataset }) => address.endsWith(dataset.route));
  };
  const isArticle = () => location.hash.length > 1 && (!location.hash.startsWith('#/') || location.hash === lost);
  const show = () => {
    root.classList.toggle('lacuna-shows-article', isArticle());
    if (!isArticle()) return;
    const place =
      (location.hash === lost ? findRow() : document.getElementById(readAddress(decodeURIComponent))) ??
      document.getElementById('changes');
    if (place) place.scrollIntoView();
    else scrollTo(0, 0);
  };
  const followLost = () => {
    const pages = document.getElementsByClassName('not-found-page');
    const names = () => [...(pages[0]?.querySelectorAll('*') ?? [])].map(({ textContent }) => textContent);
    new MutationObserver(() => {
      // The page may still be that of the address before.
      if (pages.length === 0 || lost === location.hash || !names().includes(readAddress(String))) return;
      lost = location.hash;
      show();
    }).observe(document.querySelector('.lacuna-redoc'), { childList: true, subtree: true, characterData: true });
  };
  for (const type of ['popstate', 'hashchange']) {
    addEventListener(
      type,
      (event) => {
        if (isArticle()) event.stopImmediatePropagation();
        show();
      },
      true,
    );
  }
  addEventListener('DOMContentLoaded', () => {
    show();
    if (document.getElementById('changes')) followLost();
  });
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('.lacuna-toggle-sources');
    if (button) button.setAttribute('aria-pressed', String(root.classList.toggle('lacuna-shows-sources')));
  });
  show();
})();
