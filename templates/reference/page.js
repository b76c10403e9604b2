// Redoc's addresses begin with `#/`; every other one is a place in the article, and Redoc is not told of it.
(() => {
  const root = document.documentElement;
  root.classList.add('lacuna-scripts');
  // What is gone keeps its address: the row that says so, or else all that changed.
  const row = () => {
    const address = readAddress(decodeURI);
    return [...document.querySelectorAll('[data-route]')].find(({ dataset }) => address.endsWith(dataset.route));
  };
  const isArticle = () => location.hash.length > 1 && (!location.hash.startsWith('#/') || row() !== undefined);
  const readAddress = (decode) => {
    try {
      return decode(location.hash.slice(1));
    } catch {
      return '';
    }
  };
  const show = () => {
    root.classList.toggle('lacuna-shows-article', isArticle());
    if (!isArticle()) return;
    const place =
      row() ?? document.getElementById(readAddress(decodeURIComponent)) ?? document.getElementById('changes');
    if (place) place.scrollIntoView();
    else scrollTo(0, 0);
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
  addEventListener('DOMContentLoaded', show);
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('.lacuna-toggle-sources');
    if (button) button.setAttribute('aria-pressed', String(root.classList.toggle('lacuna-shows-sources')));
  });
  show();
})();
