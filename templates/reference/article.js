// The article is complete without this script, which adds comfort.
(() => {
  const root = document.documentElement;
  root.classList.add('lacuna-scripts');
  const readAddress = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  };
  const redoc = () => document.querySelector('a[data-lacuna-redoc]');
  const redocFile = () => redoc().getAttribute('href').split('#')[0];
  const title = document.title;
  const headingOf = (place) => (place.querySelector('h1, h2, h3, h4, h5, b') ?? place).textContent.trim();
  // Redoc's addresses lead to its page.
  const lead = () => {
    if (!location.hash.startsWith('#/')) return false;
    location.replace(redocFile() + location.hash);
    return true;
  };
  const show = () => {
    if (lead()) return;
    const address = readAddress();
    const place = address === '' ? null : document.getElementById(address);
    const unknown = document.querySelector('.lacuna-unknown');
    unknown.hidden = address === '' || place !== null;
    if (unknown.hidden === false) {
      unknown.textContent = `There is no “${address}” in this reference. It may have been removed or renamed.`;
      scrollTo(0, 0);
    }
    const section = place?.closest('section, article, .lacuna-call-out[id]');
    document.title = section ? `${headingOf(section)} – ${title}` : title;
    for (let around = place; around; around = around.parentElement)
      if (around.tagName === 'DETAILS') around.open = true;
    if (place) place.scrollIntoView();
    updateRedoc(place);
  };
  const updateRedoc = (place) => {
    const route = place?.closest('[data-route]:not(li)')?.dataset.route;
    redoc().setAttribute('href', redocFile() + (route ? `#${route}` : ''));
  };
  addEventListener('hashchange', show);
  addEventListener('DOMContentLoaded', show);
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('.lacuna-toggle-sources');
    if (button) button.setAttribute('aria-pressed', String(root.classList.toggle('lacuna-shows-sources')));
  });
})();
